-- The beginning of an order's number is a range in the index of the numbers.
drop index vehicle_order_no_part;

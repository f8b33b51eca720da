-- A merge moves the notices of a customer to the file that it has become.
create index notice_customer on notice (dealer_id, customer_id) where customer_id is not null;

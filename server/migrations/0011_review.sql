-- Defeat review: page and total of both tabs from these indexes alone, the newest first or last.
create index defeat_request_pending on defeat_request (dealer_id, requested_at desc, id desc)
  include (customer_id, deal_id) where state = 0;
create index defeat_request_decided on defeat_request (dealer_id, reviewed_at desc, id desc)
  include (customer_id, deal_id) where state <> 0;
drop index defeat_request_listed;
-- What was asked for a deal: for its file, and for the reviewer who reads that.
create index defeat_request_deal on defeat_request (dealer_id, deal_id, requested_at desc);

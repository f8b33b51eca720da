-- outside a transaction
-- A merge moves the contacts that the merged customer has claimed. Most contacts are unclaimed.
create index concurrently if not exists wecom_contact_claimed on wecom_contact (dealer_id, claimed_customer_id)
where claimed_customer_id is not null;

-- outside a transaction
-- Whether a picture shows clear numbers is found by its key, as for photos of licences.
create index concurrently if not exists drive_paper_signature on drive_paper (dealer_id, signature_key) where signature_key <> '';

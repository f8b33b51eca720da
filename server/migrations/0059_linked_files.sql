-- A link to a file is renewed for who sees the record that names the file: records are found by the file's key.
create index timeline_audio on timeline (dealer_id, audio_key) where audio_key <> '';
create index timeline_images on timeline using gin (image_keys) where image_keys <> '{}';
create index call_record_audio on call_record (dealer_id, audio_key) where audio_key <> '';
create index deal_proofs on deal using gin (proof_images) where proof_images <> '{}';

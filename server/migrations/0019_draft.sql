-- What members have typed into forms and not saved yet: the own input, read by nobody else, removed after 7 days.
create table draft (
  dealer_id int not null,
  member_id bigint not null,
  -- Made by the window that the form is open in: two windows never write the same draft.
  id text not null,
  -- Which form (contract: draftForms), and the record it is about; 0 for none.
  form text not null,
  record_id bigint not null,
  -- What state of the record the form opened on, in the client's words.
  version text not null,
  -- Counts the window's savings: what is late in coming does not undo a later one.
  revision int not null,
  content jsonb not null,
  updated_at timestamptz not null,
  primary key (dealer_id, member_id, id)
);
create index draft_form on draft (dealer_id, member_id, form, record_id, updated_at desc);
create index draft_newest on draft (dealer_id, member_id, updated_at desc);
-- Drafts on a customer go with the file.
create index draft_record on draft (dealer_id, record_id, form) where record_id > 0;
create index draft_updated on draft (updated_at);

-- Who leaves takes nothing along, and leaves nothing unsaid behind: the drafts go at once.
create function drop_drafts_of_member() returns trigger language plpgsql as $$
begin
  delete from draft where dealer_id = new.dealer_id and member_id = new.id;
  return null;
end $$;
create trigger member_left after update of left_at on member
  for each row when (new.left_at is not null) execute function drop_drafts_of_member();

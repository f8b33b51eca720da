-- An appointment keeps its identity over moves and merges. The release before leaves the columns null.
alter table activity
  -- The first activity of the appointment that this one continues. Null for the first.
  add column appointment_id bigint;
alter table appointment_link
  -- The first activity of its appointment. Null for links of the release before.
  add column appointment_id bigint,
  -- The number to which it was sent left the file.
  add column ended_at timestamptz;
-- The telephone that the customer's page names. Empty if the store has not set it.
alter table dealer add column phone text not null default '';

-- Every row that a leave moves, with whose it was and whose it became: a leave that is taken back returns what nobody changed since, row by
-- row. The customers stand in member_leave_share too, where the record counts them by successor.
create table member_leave_move (
  dealer_id int not null,
  leave_id bigint not null,
  -- What the row is: `moved` of server/src/team/moves.repository.ts.
  kind smallint not null,
  row_id bigint not null,
  -- Numbers the rows of what has no id of its own: the rows of an import.
  part int not null default 0,
  -- The customer file that speaks for the row: where that stays with its new owner, the row is not counted beside it.
  file_id bigint,
  -- Members; 0 for nobody.
  from_id bigint not null,
  to_id bigint not null,
  -- How the leave left the row, in its room's words: a row in another state was changed since.
  state text not null,
  is_back boolean not null default false,
  primary key (dealer_id, leave_id, kind, row_id, part)
);

-- Leaves of the last day can still be taken back.
insert into member_leave_move (dealer_id, leave_id, kind, row_id, from_id, to_id, state)
select s.dealer_id, s.leave_id, 1, f.id, l.member_id, s.owner_id, f.version::text
from member_leave l
join member_leave_share s on s.dealer_id = l.dealer_id and s.leave_id = l.id
cross join unnest(s.file_ids, s.row_versions) as f (id, version)
where l.back_at is null and l.created_at > now() - interval '1 day';
insert into member_leave_move (dealer_id, leave_id, kind, row_id, from_id, to_id, state)
select l.dealer_id, l.id, 3, s.id::bigint, l.member_id, l.top_id, ''
from member_leave l cross join jsonb_array_elements_text(l.before->'subordinateIds') as s (id)
where l.back_at is null and l.created_at > now() - interval '1 day' and s.id::bigint <> l.top_id
union all
select dealer_id, id, 3, top_id, (before->>'topManagerId')::bigint, (before->>'managerId')::bigint, '' from member_leave
where back_at is null and created_at > now() - interval '1 day' and before ? 'topManagerId'
union all
select dealer_id, id, 4, member_id, (before->>'managerId')::bigint, 0, '' from member_leave
where back_at is null and created_at > now() - interval '1 day';

-- A receiver who is put back is the reception that was noted already.
create or replace function note_reception() returns trigger language plpgsql as $$
begin
  insert into reception (dealer_id, member_id, visit_id, received_at)
  select new.dealer_id, new.receiver_id, new.id, new.received_at
  where not exists (
    select from reception
    where dealer_id = new.dealer_id and member_id = new.receiver_id and received_at = new.received_at and visit_id = new.id);
  return null;
end $$;

-- Drafts of who leaves are out of reach at once, and are removed when the leave can no longer be taken back (tidy-drafts).
drop trigger member_left on member;
drop function drop_drafts_of_member();

-- Money in answers: fen as yuan with two decimals.
create function yuan(fen numeric) returns numeric(20, 2) language sql immutable parallel safe return round(fen / 100, 2);

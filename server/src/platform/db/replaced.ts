/**
 * Session option of this release: the triggers of the release before do nothing, because statements do their work
 * (docs/decisions/0090).
 */
export const writing = '-c showroom.writes=statement'

/**
 * Lists the triggers that heed the option, with their tables. A database without them serves this release alone; Citus demands it, because
 * it runs the triggers of distributed tables on its workers.
 */
export const listReplaced = `
  select c.relname as "table", t.tgname as "trigger"
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and p.prosrc like '%showroom.writes%'
  order by c.relname, t.tgname`

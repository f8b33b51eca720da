import type { ListName } from '@showroom/contract/view/view.rules'
import type { Columns, ListSetting, View, ViewSearch } from '@showroom/contract/view/view.schema'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { target } from '../platform/db/target.ts'
import type { Scope } from '../platform/session/session.ts'

/** Content of a view, with the roles it is shared with. */
export interface ViewContent {
  readonly list: ListName
  readonly name: string
  readonly search: ViewSearch
  readonly columns: Columns
  readonly roles: readonly number[]
}

/** Lists the member's own views and those that active members share with the role, in order of creation. */
export async function listViews(db: Executor, { dealerId, memberId }: Scope, role: number): Promise<View[]> {
  const { rows } = await sql<View>`
    select v.id as "viewId", v.list, mask_text(v.name) as name, v.search, v.columns, v.roles, v.member_id = ${memberId} as "isOwn",
           m.name as "ownerName"
    from list_view v
    join member m on m.dealer_id = ${dealerId} and m.id = v.member_id
    where v.dealer_id = ${dealerId} and (v.member_id = ${memberId} or (v.roles @> array[${role}]::smallint[] and m.left_at is null))
    order by v.id`.execute(db)
  return rows
}

/** Lists the member's changed list settings. */
export async function listSettings(db: Executor, { dealerId, memberId }: Scope): Promise<ListSetting[]> {
  const { rows } = await sql<ListSetting>`
    select list, columns, page_count as "pageCount", pinned, default_view as "defaultView"
    from list_setting where dealer_id = ${dealerId} and member_id = ${memberId}`.execute(db)
  return rows
}

/** Counts the member's views. Takes a lock, so that concurrent saves cannot exceed the limit. */
export async function countOwnViews(db: Executor, { dealerId, memberId }: Scope): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('views', ${memberId}::bigint))`.execute(db)
  const { total } = await db
    .selectFrom('list_view')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('dealer_id', '=', dealerId)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return total
}

/** Inserts a view of the member; with its former id, restores a removed one. */
export async function insertView(
  db: Executor,
  { dealerId, memberId }: Scope,
  { list, name, search, columns, roles }: ViewContent,
  formerId?: number,
): Promise<number> {
  const { id } = await db
    .insertInto('list_view')
    .values({
      dealer_id: dealerId,
      member_id: memberId,
      list,
      name,
      search: JSON.stringify(search),
      columns: JSON.stringify(columns),
      roles: [...roles],
      ...(formerId && { id: formerId }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Updates a view of the member, except its list; returns whether it exists. */
export async function updateView(
  db: Executor,
  { dealerId, memberId }: Scope,
  viewId: number,
  { list, name, search, columns, roles }: ViewContent,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('list_view')
    .set({ name, search: JSON.stringify(search), columns: JSON.stringify(columns), roles: [...roles] })
    .where('dealer_id', '=', dealerId)
    .where('member_id', '=', memberId)
    .where('id', '=', viewId)
    .where('list', '=', list)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a view of the member and returns its content; undefined if it does not exist. */
export async function deleteView(
  db: Executor,
  { dealerId, memberId }: Scope,
  viewId: number,
): Promise<ViewContent | undefined> {
  const row = await db
    .deleteFrom('list_view')
    .where('dealer_id', '=', dealerId)
    .where('member_id', '=', memberId)
    .where('id', '=', viewId)
    .returning(['list', 'name', 'search', 'columns', 'roles'])
    .executeTakeFirst()
  return row as ViewContent | undefined
}

/** Changed settings of a list. */
export interface SettingChange {
  readonly columns?: Columns | undefined
  readonly pageCount?: number | undefined
  readonly pinned?: readonly number[] | undefined
  readonly defaultView?: number | undefined
}

/** Updates a member's settings for a list; absent fields stay unchanged. */
export async function upsertSetting(
  db: Executor,
  { dealerId, memberId }: Scope,
  list: ListSetting['list'],
  change: SettingChange,
): Promise<void> {
  const columns = change.columns ? JSON.stringify(change.columns) : null
  const { pageCount = null, pinned = null, defaultView = null } = change
  await sql`
    insert into ${target('list_setting')} as s (dealer_id, member_id, list, columns, page_count, pinned, default_view)
    values (${dealerId}, ${memberId}, ${list}, coalesce(${columns}::jsonb, '[]'), coalesce(${pageCount}::smallint, 0), ${pinned}::bigint[],
            coalesce(${defaultView}::bigint, 0))
    on conflict (dealer_id, member_id, list) do update
      set columns = coalesce(${columns}::jsonb, s.columns), page_count = coalesce(${pageCount}::smallint, s.page_count),
          pinned = coalesce(${pinned}::bigint[], s.pinned), default_view = coalesce(${defaultView}::bigint, s.default_view)`.execute(
    db,
  )
}

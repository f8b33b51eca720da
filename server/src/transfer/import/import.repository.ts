import type { NewCustomer } from '@showroom/contract/customer/add.schema'
import { type HeadingPlace, importState } from '@showroom/contract/transfer/transfer.schema'
import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import type { Given } from '../../customer/index.ts'
import type { Database, Executor } from '../../platform/db/client.ts'
import { target } from '../../platform/db/target.ts'
import type { DB } from '../../platform/db/tables.ts'
import { announceWork } from '../../platform/queues/queue.repository.ts'
import type { Claimed, QueueTable } from '../../platform/queues/table.repository.ts'
import type { Scope } from '../../platform/session/session.ts'
import type { CellError, Cells, Whole } from './import.columns.ts'

/** Imports and their rows. They hold the pending work, so that another process can continue after a kill. */

export const rowState = {
  waiting: 0,
  created: 1,
  duplicate: 2,
  wrong: 3,
  toUpdate: 4,
  updated: 5,
  unchanged: 6,
  skipped: 7,
} as const

/** The changes of a file, as shown. */
export interface ShownChanges {
  readonly who: string
  readonly lines: readonly { readonly field: string; readonly before: string; readonly after: string }[]
}

export interface ImportRow {
  readonly rowNo: number
  readonly cells: Cells
  readonly state: number
  /** The new customer, or the values for an existing file. */
  readonly form: NewCustomer | Given | null
  readonly ownerId: number | null
  readonly errors: readonly CellError[]
  /** The file to update. */
  readonly customerId?: number
  readonly changes?: ShownChanges
}

export interface NewImport {
  readonly fileKey: string
  readonly fileName: string
  readonly isDirect: boolean
  readonly ip: string
  readonly now: Date
}

/** Registers an uploaded workbook. Returns the existing import's id if the same file was registered before. */
export async function insertImport(db: Executor, scope: Scope, made: NewImport): Promise<number> {
  const row = await db
    .insertInto('customer_import')
    .values({
      dealer_id: scope.dealerId,
      member_id: scope.memberId,
      file_key: made.fileKey,
      file_name: made.fileName,
      is_direct: made.isDirect,
      ip: made.ip,
      created_at: made.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['dealer_id', 'file_key'])
        .doUpdateSet({ file_key: (eb) => eb.ref('excluded.file_key') }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await announceWork(db, 'imports', [scope.dealerId], made.now)
  return row.id
}

/** Finds one of the member's imports; with id 0 the latest. */
export async function findImport(db: Executor, scope: Scope, importId: number) {
  let query = db
    .selectFrom('customer_import')
    .selectAll()
    .where('dealer_id', '=', scope.dealerId)
    .where('member_id', '=', scope.memberId)
  if (importId > 0) query = query.where('id', '=', importId)
  return query.orderBy('id', 'desc').limit(1).executeTakeFirst()
}
export type Import = NonNullable<Awaited<ReturnType<typeof findImport>>>

/** An update of the import that the member owns, if it is in one of these states. Returns a row then, so that concurrent calls do it once. */
export const ownImport = (
  db: Executor,
  { dealerId, memberId }: Scope,
  importId: number,
  states: readonly number[],
) =>
  db
    .updateTable('customer_import')
    .where('dealer_id', '=', dealerId)
    .where('member_id', '=', memberId)
    .where('id', '=', importId)
    .where('state', 'in', [...states])
    .returning('id')

/** Starts the import of checked rows. Returns false if it was not waiting for that. */
export async function startRunning(
  db: Executor,
  scope: Scope,
  importId: number,
  now: Date,
): Promise<boolean> {
  const row = await ownImport(db, scope, importId, [importState.checked])
    .set({ state: importState.running, done_total: 0, success_total: 0, update_total: 0 })
    .executeTakeFirst()
  if (row) await announceWork(db, 'imports', [scope.dealerId], now)
  return row !== undefined
}

export interface ImportJob {
  readonly memberId: number
  readonly memberName: string
  readonly memberRole: number
  readonly accountId: number
  readonly ip: string
  readonly fileKey: string
  readonly fileName: string
  readonly state: number
  readonly isDirect: boolean
  readonly way: number
  /** The row that the member named as the headings. */
  readonly picked: HeadingPlace | null
  /** Values that the member gave for all rows. */
  readonly whole: Whole | null
  readonly groupId: number
  readonly city: string
}
export type ClaimedImport = Claimed<ImportJob>
export type ImportValues = Omit<Updateable<DB['customer_import']>, 'dealer_id' | 'id' | 'lease_holder'>

export const imports: QueueTable<'customer_import', ImportJob> = {
  queue: 'imports',
  table: 'customer_import',
  waits: sql`w.state in (0, 2, 7)`,
  dueAt: 'lease_until',
  since: 'created_at',
  token: 'lease_holder',
  leaseSeconds: 60,
  columns: sql`
    w.member_id as "memberId", m.name as "memberName", m.role as "memberRole", m.account_id as "accountId", w.ip, w.file_key as "fileKey",
    w.file_name as "fileName", w.state, w.is_direct as "isDirect", w.way, w.sheet_table -> 'picked' as picked,
    w.sheet_table -> 'whole' as whole, d.group_id as "groupId", d.city`,
  join: (dealerId) => ({
    tables: sql`dealer d, member m`,
    on: sql`d.id = ${dealerId} and m.dealer_id = ${dealerId} and m.id = w.member_id`,
  }),
}

/** Deletes rows of an interrupted check. */
export async function deleteRows(db: Executor, { dealerId, id }: ClaimedImport): Promise<void> {
  for (const table of ['customer_import_row', 'import_follow'] as const)
    await db.deleteFrom(table).where('dealer_id', '=', dealerId).where('import_id', '=', id).execute()
}

export async function insertRows(
  db: Executor,
  { dealerId, id }: ClaimedImport,
  rows: readonly ImportRow[],
): Promise<void> {
  await db
    .insertInto('customer_import_row')
    .values(
      rows.map((row) => ({
        dealer_id: dealerId,
        import_id: id,
        row_no: row.rowNo,
        state: row.state,
        cells: [...row.cells],
        form: row.form && JSON.stringify(row.form),
        owner_id: row.ownerId,
        errors: JSON.stringify(row.errors),
        customer_id: row.customerId ?? null,
        changes: row.changes ? JSON.stringify(row.changes) : null,
      })),
    )
    .execute()
}

export interface WaitingRow {
  readonly rowNo: number
  readonly cells: Cells
  readonly form: NewCustomer
  readonly ownerId: number
}
/** A row to import: a new customer, or values for the file of `customerId`. */
export type PendingRow =
  | (WaitingRow & { readonly customerId: null })
  | { readonly rowNo: number; readonly cells: Cells; readonly form: Given; readonly customerId: number }

/** Returns the next rows to import. */
export async function listWaiting(
  db: Executor,
  { dealerId, id }: ClaimedImport,
  limit: number,
): Promise<PendingRow[]> {
  const { rows } = await sql<PendingRow>`
    select row_no as "rowNo", cells, form, owner_id as "ownerId", customer_id as "customerId" from customer_import_row
    where dealer_id = ${dealerId} and import_id = ${id} and state in (0, 4)
    order by row_no limit ${limit}`.execute(db)
  return rows
}

const none = {
  total: 0,
  waiting: 0,
  created: 0,
  duplicate: 0,
  wrong: 0,
  toUpdate: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
}

/** Counts the rows by state. */
export async function countRows(db: Executor, { dealerId, id }: ClaimedImport) {
  const { rows } = await sql<{
    total: number
    waiting: number
    created: number
    duplicate: number
    wrong: number
    toUpdate: number
    updated: number
    unchanged: number
    skipped: number
  }>`
    select count(*) as total, count(*) filter (where state = 0) as waiting, count(*) filter (where state = 4) as "toUpdate",
           count(*) filter (where state = 5) as updated, count(*) filter (where state = 6) as unchanged,
           count(*) filter (where state = 7) as skipped, count(*) filter (where state = 1) as created,
           count(*) filter (where state = 2) as duplicate, count(*) filter (where state = 3) as wrong
    from customer_import_row where dealer_id = ${dealerId} and import_id = ${id}`.execute(db)
  return rows[0] ?? none
}

/** Counts an undo so far: files restored, and those left as they are. */
export async function countUndo(db: Executor, { dealerId, id }: ClaimedImport) {
  const row = await db
    .selectFrom('customer_import')
    .select(['undone_total as undone', 'update_total as updated'])
    .where('dealer_id', '=', dealerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { undone: row.undone, left: row.updated - row.undone }
}

/** Returns those of the members who are active. */
export async function readOwners(db: Executor, scope: Scope, ids: readonly number[]) {
  const rows = await db
    .selectFrom('member')
    .select(['id', 'name'])
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', sql<number>`any(${[...new Set(ids)]}::bigint[])`)
    .where('status', '=', 0)
    .where('left_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export interface OldImport {
  readonly dealerId: number
  readonly id: number
  readonly keys: readonly string[]
}

/** Returns a store's imports whose rows and files, which contain personal numbers, are due for deletion. */
export async function listOldImports(db: Database, dealerId: number, before: Date): Promise<OldImport[]> {
  const { rows } = await sql<OldImport>`
    select dealer_id as "dealerId", id, array_remove(array[file_key, failed_key], '') as keys
    from customer_import where dealer_id = ${dealerId} and created_at < ${before} and state not in (2, 7)`.execute(
    db,
  )
  return rows
}

export async function deleteImport(db: Database, { dealerId, id }: OldImport): Promise<void> {
  await sql`
    with old as (delete from ${target('customer_import')} where dealer_id = ${dealerId} and id = ${id} and state not in (2, 7) returning id), kept as (
      delete from ${target('import_change')} where dealer_id = ${dealerId} and import_id = ${id} and exists (select from old)), follows as (
      delete from ${target('import_follow')} where dealer_id = ${dealerId} and import_id = ${id} and exists (select from old))
    delete from ${target('customer_import_row')} where dealer_id = ${dealerId} and import_id = ${id} and exists (select from old)`.execute(
    db,
  )
}

/** Rows of an import in either of its tables: customers, or follow-ups. State 3 is wrong in both, and 7 a skipped customer. */
export type RowTable = 'customer_import_row' | 'import_follow'

export interface Outcome {
  readonly rowNo: number
  readonly state: number
  readonly errors: readonly CellError[]
}

/** Sets the states of rows. A row that is imported keeps the names of its cells that were left out. */
export async function setOutcomes(
  db: Executor,
  table: RowTable,
  { dealerId, id }: ClaimedImport,
  outcomes: readonly Outcome[],
): Promise<void> {
  await sql`
    update ${target(table)} r set state = o.state,
      errors = case when o.errors = '[]' and o.state <> 2 then r.errors else o.errors end
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as o ("rowNo" int, state smallint, errors jsonb)
    where r.dealer_id = ${dealerId} and r.import_id = ${id} and r.row_no = o."rowNo"`.execute(db)
}

/** Returns the first cells that are invalid or left out. */
export async function listErrors(
  db: Executor,
  table: RowTable,
  scope: Scope,
  importId: number,
  limit: number,
) {
  const { rows } = await sql<{ row: number; column: string; value: string; text: string; isLeft?: boolean }>`
    select r.row_no as row, e.value->>'column' as column, e.value->>'value' as value, e.value->>'text' as text,
           case when r.state not in (3, 7) then true end as "isLeft"
    from ${sql.table(table)} r cross join jsonb_array_elements(r.errors) with ordinality as e (value, position)
    where r.dealer_id = ${scope.dealerId} and r.import_id = ${importId}
    order by r.row_no, e.position limit ${limit}`.execute(db)
  return rows
}

/** Returns the rows that were not imported, as in the sheet. */
export async function listWrong(db: Executor, table: RowTable, { dealerId, id }: ClaimedImport) {
  const { rows } = await sql<{ cells: string[]; errors: CellError[] }>`
    select cells, errors from ${sql.table(table)}
    where dealer_id = ${dealerId} and import_id = ${id} and state = 3 order by row_no`.execute(db)
  return rows
}

/** Returns the optional cells that were left out of rows which were not refused. */
export async function listLeft(db: Executor, { dealerId, id }: ClaimedImport) {
  const { rows } = await sql<{ rowNo: number; cells: string[]; errors: CellError[] }>`
    select row_no as "rowNo", cells, errors from customer_import_row
    where dealer_id = ${dealerId} and import_id = ${id} and state not in (2, 3, 7) and errors <> '[]' order by row_no`.execute(
    db,
  )
  return rows
}

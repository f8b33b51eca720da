import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'
import type { CheckedFollow, FollowForm } from './follow.rows.ts'
import type { CellError } from './import.columns.ts'
import type { ClaimedImport } from './import.repository.ts'

/** Follow-ups that an import adds to timelines. */

export const followState = { waiting: 0, added: 1, duplicate: 2, wrong: 3 } as const

export async function insertFollows(
  db: Executor,
  { dealerId, id }: ClaimedImport,
  rows: readonly CheckedFollow[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('import_follow')
    .values(
      rows.map(({ rowNo, cells, form, errors }) => ({
        dealer_id: dealerId,
        import_id: id,
        row_no: rowNo,
        state: errors.length > 0 ? followState.wrong : followState.waiting,
        cells: [...cells],
        form: form && JSON.stringify(form),
        errors: JSON.stringify(errors),
      })),
    )
    .execute()
}

export interface WaitingFollow {
  readonly rowNo: number
  readonly form: FollowForm
}
export async function listWaitingFollows(
  db: Executor,
  { dealerId, id }: ClaimedImport,
  limit: number,
): Promise<WaitingFollow[]> {
  const { rows } = await sql<WaitingFollow>`
    select row_no as "rowNo", form from import_follow
    where dealer_id = ${dealerId} and import_id = ${id} and state = 0 order by row_no limit ${limit}`.execute(
    db,
  )
  return rows
}

export interface FollowOutcome {
  readonly rowNo: number
  readonly state: number
  readonly errors: readonly CellError[]
}
export async function setFollowOutcomes(
  db: Executor,
  { dealerId, id }: ClaimedImport,
  outcomes: readonly FollowOutcome[],
): Promise<void> {
  await sql`
    update import_follow r set state = o.state, errors = o.errors
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as o ("rowNo" int, state smallint, errors jsonb)
    where r.dealer_id = ${dealerId} and r.import_id = ${id} and r.row_no = o."rowNo"`.execute(db)
}

/** Counts the follow-ups as columns of their import; before the import runs those to add count as added. */
export async function countFollows(db: Executor, { dealerId, id }: ClaimedImport, isPreview: boolean) {
  const { rows } = await sql<{ total: number; waiting: number; added: number; known: number; wrong: number }>`
    select count(*) as total, count(*) filter (where state = 0) as waiting, count(*) filter (where state = 1) as added,
           count(*) filter (where state = 2) as known, count(*) filter (where state = 3) as wrong
    from import_follow where dealer_id = ${dealerId} and import_id = ${id}`.execute(db)
  const { total = 0, waiting = 0, added = 0, known = 0, wrong = 0 } = rows[0] ?? {}
  return {
    follow_total: total,
    follow_done_total: total - waiting,
    follow_success_total: isPreview ? waiting : added,
    follow_duplicate_total: known,
    follow_fail_total: wrong,
  }
}

/** Returns the first invalid cells of the follow-ups. */
export async function listFollowErrors(db: Executor, scope: Scope, importId: number, limit: number) {
  const { rows } = await sql<{ row: number; column: string; value: string; text: string }>`
    select r.row_no as row, e.value->>'column' as column, e.value->>'value' as value, e.value->>'text' as text
    from import_follow r cross join jsonb_array_elements(r.errors) with ordinality as e (value, position)
    where r.dealer_id = ${scope.dealerId} and r.import_id = ${importId} and r.state = 3
    order by r.row_no, e.position limit ${limit}`.execute(db)
  return rows
}

/** Returns the follow-ups that were not imported, as in the sheet. */
export async function listWrongFollows(db: Executor, { dealerId, id }: ClaimedImport) {
  const { rows } = await sql<{ cells: string[]; errors: CellError[] }>`
    select cells, errors from import_follow
    where dealer_id = ${dealerId} and import_id = ${id} and state = 3 order by row_no`.execute(db)
  return rows
}

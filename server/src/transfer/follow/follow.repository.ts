import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { CellError } from '../import/import.columns.ts'
import type { ClaimedImport } from '../import/import.repository.ts'

/** Follow-ups that an import adds to timelines. */

export interface FollowForm {
  readonly mobile: string
  /** Epoch seconds. */
  readonly at: number
  readonly way: string
  readonly text: string
  readonly person: string
  readonly memberId: number
}
export interface CheckedFollow {
  readonly rowNo: number
  readonly cells: readonly string[]
  readonly form: FollowForm | null
  readonly errors: readonly CellError[]
}

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

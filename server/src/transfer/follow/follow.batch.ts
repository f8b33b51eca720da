import { findOnFile, importFollows } from '../../customer/index.ts'
import type { Executor } from '../../platform/db/client.ts'
import type { Acting } from '../../platform/http/handler.ts'
import type { Scope } from '../../platform/session/session.ts'
import { followState, listWaitingFollows } from './follow.repository.ts'
import { unknownMobile } from './follow.rows.ts'
import type { CheckedFollow } from './follow.rows.ts'
import type { ClaimedImport, Outcome } from '../import/import.repository.ts'
import { setOutcomes } from '../import/import.repository.ts'

/** Batches of the follow-ups of an import. */

/** Marks follow-ups of unknown mobiles. `made` are the mobiles of the customers that the import would make. */
export async function checkFollows(
  db: Executor,
  scope: Scope,
  rows: readonly CheckedFollow[],
  made: ReadonlySet<string>,
): Promise<CheckedFollow[]> {
  const mobiles = rows.flatMap(({ form }) => form?.mobile ?? [])
  const onFile = await findOnFile(db, scope, mobiles)
  return rows.map((row) => {
    const { form } = row
    if (!form || onFile.has(form.mobile) || made.has(form.mobile)) return row
    return { ...row, errors: [unknownMobile(form.mobile)] }
  })
}

/** Adds the next follow-ups to their timelines. */
export async function addFollows(acting: Acting, claimed: ClaimedImport, size: number): Promise<void> {
  const { db, session } = acting
  const rows = await listWaitingFollows(db, claimed, size)
  const onFile = await findOnFile(
    db,
    session.scope,
    rows.map(({ form }) => form.mobile),
  )
  const follows = rows.flatMap(({ rowNo, form: { mobile, at, ...form } }) => {
    const customerId = onFile.get(mobile)
    return customerId ? [{ rowNo, customerId, at: new Date(at * 1000), ...form }] : []
  })
  const { added, missing } = await importFollows(acting, follows)
  const outcomes = rows.map(({ rowNo, form: { mobile } }): Outcome => {
    if (!onFile.has(mobile) || missing.has(rowNo))
      return { rowNo, state: followState.wrong, errors: [unknownMobile(mobile)] }
    return { rowNo, state: added.has(rowNo) ? followState.added : followState.duplicate, errors: [] }
  })
  await setOutcomes(db, 'import_follow', claimed, outcomes)
}

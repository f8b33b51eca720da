import { targetLevels } from '@showroom/contract/target/target.rules'
import type { History, HistoryQuery, SaveTargets } from '@showroom/contract/target/target.schema'
import type { z } from 'zod'
import { audit } from '../platform/auditing/audit.ts'
import type { Context } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import * as repository from './target.repository.ts'
import type { NewTarget, TargetRow } from './target.repository.ts'

/** Sets targets and keeps what they were. */

/** First day of a month (YYYY-MM). */
const firstDay = (month: string): string => `${month}-01`
/** The store's own target is stored without a member. */
const storedId = (memberId: number): number | null => memberId || null

const keyOf = ({ memberId, measure }: Pick<TargetRow, 'memberId' | 'measure'>): string =>
  `${memberId ?? 0} ${measure}`

/**
 * Saves the cells that differ from the stored targets. Refuses all of them with CONFLICT if one of these was changed since the member read
 * it: each cell has its own version, so members who change different cells do not meet.
 */
export async function saveTargets(
  context: Context,
  { month, cells }: SaveTargets,
): Promise<{ changed: number }> {
  const { db, session, now } = context
  const first = firstDay(month)
  const memberIds = [...new Set(cells.flatMap(({ memberId }) => storedId(memberId) ?? []))]
  if ((await repository.countMembers(db, session.scope, memberIds)) < memberIds.length)
    throw new Refusal('MEMBER_UNAVAILABLE', { text: '所选成员不可用，请刷新后重试' })
  const stored = new Map(
    (await repository.listTargets(db, session.scope, { from: first, to: first })).map((row) => [
      keyOf(row),
      row,
    ]),
  )
  const changed = cells
    .map((cell): NewTarget => ({ ...cell, memberId: storedId(cell.memberId) }))
    .filter((cell) => {
      const before = stored.get(keyOf(cell))
      return targetLevels.some((level) => cell[level] !== (before?.[level] ?? null))
    })
  if (changed.length === 0) return { changed: 0 }
  if (changed.some((cell) => cell.rowVersion !== (stored.get(keyOf(cell))?.rowVersion ?? 0)))
    throw new Refusal('CONFLICT')
  if ((await repository.upsertTargets(db, session.scope, first, changed)) < changed.length)
    throw new Refusal('CONFLICT')
  await repository.insertChanges(db, session.scope, { month: first, at: now }, changed)
  await audit(context, 'target-set', `target:${month}`, { month, total: changed.length })
  return { changed: changed.length }
}

/** Returns what a target of the caller's line was set to; the store's and others' for members who see the store. */
export async function getHistory(
  { db, session: { scope } }: Context,
  { month, memberId, measure }: z.output<typeof HistoryQuery>,
): Promise<History> {
  if (scope.sees !== 'all' && !scope.sees.includes(memberId)) throw new Refusal('NOT_FOUND')
  return {
    data: await repository.listChanges(db, scope, {
      month: firstDay(month),
      memberId: storedId(memberId),
      measure,
    }),
  }
}

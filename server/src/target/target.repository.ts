import type { History } from '@showroom/contract/target/target.schema'
import type { Goals, TargetMeasure } from '@showroom/contract/target/target.rules'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { statement } from '../platform/db/statement.ts'
import type { Scope } from '../platform/session/session.ts'

/** Targets of a store. Months are their first day, YYYY-MM-DD. */

export interface TargetRow extends Goals {
  readonly month: string
  /** Null for the store's own target. */
  readonly memberId: number | null
  readonly measure: TargetMeasure
  readonly rowVersion: number
}

const readTargets = statement<{ dealerId: number; from: string; to: string }, TargetRow>(
  (at) => sql<TargetRow>`
    select month, member_id as "memberId", measure, basic, sprint, challenge, row_version as "rowVersion"
    from month_target where dealer_id = ${at.dealerId} and month >= ${at.from}::date and month <= ${at.to}::date`,
)

/** Lists the targets of a run of months. */
export const listTargets = (
  db: Executor,
  { dealerId }: Scope,
  months: { readonly from: string; readonly to: string },
): Promise<TargetRow[]> => readTargets(db, { dealerId, ...months })

export interface StoreFacts {
  /** `HH:MM`. */
  readonly opens: string
  readonly closes: string
  readonly isRanked: boolean
}

/** Returns the store's hours, and whether all its members read the team's numbers. */
export const findStore = (db: Executor, { dealerId }: Scope): Promise<StoreFacts> =>
  db
    .selectFrom('dealer')
    .select(['work_starts as opens', 'work_ends as closes', 'ranks_members as isRanked'])
    .where('id', '=', dealerId)
    .executeTakeFirstOrThrow()

/** A target as it is to be stored, with the version that its author read. */
export type NewTarget = Omit<TargetRow, 'month'>

/**
 * Stores targets of a month if none was changed since its version. Returns how many were stored; fewer than given if one was changed.
 */
export async function upsertTargets(
  db: Executor,
  { dealerId }: Scope,
  month: string,
  targets: readonly NewTarget[],
): Promise<number> {
  const saved = await db
    .insertInto('month_target')
    .values(
      targets.map(({ memberId, measure, basic, sprint, challenge, rowVersion }) => ({
        dealer_id: dealerId,
        month,
        member_id: memberId,
        measure,
        basic,
        sprint,
        challenge,
        row_version: rowVersion + 1,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['dealer_id', 'month', 'member_id', 'measure'])
        .doUpdateSet((eb) => ({
          basic: eb.ref('excluded.basic'),
          sprint: eb.ref('excluded.sprint'),
          challenge: eb.ref('excluded.challenge'),
          row_version: eb.ref('excluded.row_version'),
        }))
        .where((eb) => eb('month_target.row_version', '=', eb('excluded.row_version', '-', 1))),
    )
    .returning('id')
    .execute()
  return saved.length
}

/** Keeps what targets were set to. */
export async function insertChanges(
  db: Executor,
  { dealerId, memberId: changedBy }: Scope,
  { month, at }: { readonly month: string; readonly at: Date },
  targets: readonly NewTarget[],
): Promise<void> {
  await db
    .insertInto('month_target_change')
    .values(
      targets.map(({ memberId, measure, basic, sprint, challenge }) => ({
        dealer_id: dealerId,
        month,
        member_id: memberId,
        measure,
        basic,
        sprint,
        challenge,
        changed_by: changedBy,
        changed_at: at,
      })),
    )
    .execute()
}

/** Lists what a target was set to, latest first. */
export async function listChanges(
  db: Executor,
  { dealerId }: Scope,
  { month, memberId, measure }: Pick<TargetRow, 'month' | 'memberId' | 'measure'>,
): Promise<History['data']> {
  const rows = await db
    .selectFrom('month_target_change as c')
    .innerJoin('member as m', 'm.id', 'c.changed_by')
    .select((eb) => [
      'c.basic',
      'c.sprint',
      'c.challenge',
      'm.name as userName',
      eb.fn<number>('epoch', ['c.changed_at']).as('changedAt'),
    ])
    .where('c.dealer_id', '=', dealerId)
    .where('m.dealer_id', '=', dealerId)
    .where('c.month', '=', month)
    .where('c.member_id', memberId === null ? 'is' : '=', memberId)
    .where('c.measure', '=', measure)
    .orderBy('c.id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ userName, changedAt, ...goals }) => ({ goals, userName, changedAt }))
}

/** Counts the members that the store has or had, of these. */
export async function countMembers(
  db: Executor,
  { dealerId }: Scope,
  memberIds: readonly number[],
): Promise<number> {
  const { total } = await db
    .selectFrom('member')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('dealer_id', '=', dealerId)
    .where('id', 'in', memberIds.length > 0 ? memberIds : [0])
    .executeTakeFirstOrThrow()
  return total
}

import type { Goals, TargetMeasure } from '@showroom/contract/target/target.rules'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

/** Targets of a store. Months are their first day, YYYY-MM-DD. */

export interface TargetRow extends Goals {
  readonly month: string
  /** Null for the store's own target. */
  readonly memberId: number | null
  readonly measure: TargetMeasure
  readonly rowVersion: number
}

/** Lists the targets of a run of months. */
export const listTargets = (
  db: Executor,
  { dealerId }: Scope,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<TargetRow[]> =>
  db
    .selectFrom('month_target')
    .select((eb) => [
      'month',
      'member_id as memberId',
      eb.ref('measure').$castTo<TargetMeasure>().as('measure'),
      'basic',
      'sprint',
      'challenge',
      'row_version as rowVersion',
    ])
    .where('dealer_id', '=', dealerId)
    .where('month', '>=', from)
    .where('month', '<=', to)
    .execute()

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

import type { Span } from '@showroom/contract/report/period.rules'
import type { Pace } from '@showroom/contract/target/pace.rules'
import type { TargetMeasure } from '@showroom/contract/target/target.rules'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

type Each<Value> = Readonly<Record<TargetMeasure, Value>>
interface Months {
  /** First second of the first month. */
  readonly start: Span['start']
  readonly months: 1 | 3 | 12
}

/** Functions of the target room, which counts by this one and is passed by the list of rooms. */
export interface Targets {
  readonly readGoals: (
    db: Executor,
    scope: Scope,
    question: Months,
  ) => Promise<{
    readonly store: Each<number | null>
    readonly ofMember: (memberId: number) => Each<number | null>
  }>
  readonly readPeriod: (
    db: Executor,
    scope: Scope,
    question: Months & { readonly byMember: false },
    at: Date,
  ) => Promise<{ readonly store: Each<Pace> }>
}

import { mayCall } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import type { Clock } from '../clock.ts'
import { transact } from '../db/client.ts'
import type { Database, Executor } from '../db/client.ts'
import type { EventBus } from '../live/events.ts'
import type { Acting } from '../http/handler.ts'
import type { SessionGate } from '../session/gate.ts'
import type { Session } from '../session/session.ts'

/**
 * Background work in a member's name, after the call that started it has ended (docs/decisions/0044-work-and-rights.md). Rooms have no
 * other way to act for a member outside a call, so no work can outlive the member's right to it.
 */

/** The member the work is for. `ip` comes from the call that started it. */
export interface WorkOwner {
  readonly dealerId: number
  readonly memberId: number
  readonly ip: string
}

const reasons = {
  frozen: '账号已冻结',
  left: '账号已离职',
  keptOut: '账号已禁止登录PC端',
  closed: '门店已停业',
  right: '权限已变更',
} as const

/** Why a member lost the right to the work. */
export interface Revocation {
  /** The reason as shown, e.g. 账号已冻结. */
  readonly text: string
  /** The member who last changed this one; 0 if no call did. */
  readonly byMemberId: number
}

/** Thrown instead of running a batch. Earlier batches stay committed; `Behalf.end` reports them. */
export class RightLost extends Error {
  override readonly name = 'RightLost'
  readonly revocation: Revocation

  constructor(revocation: Revocation) {
    super(revocation.text)
    this.revocation = revocation
  }
}

export interface Behalf {
  /**
   * Checks whether the member may make the call now. Returns undefined if so, otherwise the loss. `db` is the current transaction, if any.
   */
  lost(owner: Omit<WorkOwner, 'ip'>, of: Call, db?: Executor): Promise<Revocation | undefined>
  /**
   * Runs one batch in one transaction in the member's name. Checks the member's right before the batch and again before it commits. Throws
   * `RightLost` if the right is gone, and rolls the batch back.
   */
  batch<Result>(owner: WorkOwner, of: Call, work: (acting: Acting) => Promise<Result>): Promise<Result>
  /** Runs the final transaction of the work, which only reports what was done. It needs no right, so it also runs after a loss. */
  end<Result>(owner: WorkOwner, work: (acting: Acting) => Promise<Result>): Promise<Result>
}

interface Deps {
  readonly db: Database
  readonly gate: Pick<SessionGate, 'statusOf' | 'lastChangedBy'>
  readonly events: EventBus
  readonly clock: Clock
}

export function createBehalf(deps: Deps): Behalf {
  const { gate } = deps

  async function ask({ dealerId, memberId }: Omit<WorkOwner, 'ip'>, of: Call, db?: Executor) {
    const { session, barred } = await gate.statusOf(dealerId, memberId, db)
    const why = barred ?? (mayCall(of.may, session) ? undefined : 'right')
    const revocation: Revocation | undefined = why && {
      text: reasons[why],
      byMemberId: await gate.lastChangedBy(dealerId, memberId, db),
    }
    return { session, revocation }
  }
  const inName = <Result>(
    session: Session,
    ip: string,
    work: (acting: Acting) => Promise<Result>,
  ): Promise<Result> =>
    transact(deps.db, (db) => work({ db, session, ip, now: deps.clock(), events: deps.events }))
  return {
    lost: async (owner, of, db) => (await ask(owner, of, db)).revocation,
    async batch(owner, of, work) {
      const { session, revocation } = await ask(owner, of)
      if (revocation) throw new RightLost(revocation)
      return inName(session, owner.ip, async (acting) => {
        const result = await work(acting)
        const since = (await ask(owner, of, acting.db)).revocation
        if (since) throw new RightLost(since)
        return result
      })
    },
    async end({ dealerId, memberId, ip }, work) {
      const { session } = await gate.statusOf(dealerId, memberId)
      return inName(session, ip, work)
    },
  }
}

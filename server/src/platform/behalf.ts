import { mayCall } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import type { Clock } from './clock.ts'
import type { Database, Executor } from './db/client.ts'
import type { Outlet } from './happenings.ts'
import type { Acting } from './http/handler.ts'
import { hintAfter } from './live.ts'
import type { Live } from './live.ts'
import type { SessionGate } from './session/gate.ts'
import type { Session } from './session/session.ts'

/**
 * Background work in a member's name, after the call that started it has ended (docs/decisions/0044-work-and-rights.md). Rooms have no
 * other way to act for a member outside a call, so no work can outlive the member's right to it.
 */

/** The member the work is for. `ip` comes from the call that started it. */
export interface Whose {
  readonly dealerId: number
  readonly memberId: number
  readonly ip: string
}

const reasons = {
  frozen: '账号已冻结',
  left: '账号已离职',
  keptOut: '账号已禁止登录PC端',
  right: '权限已变更',
} as const

/** Why a member lost the right to the work. */
export interface Loss {
  /** The reason as shown, e.g. 账号已冻结. */
  readonly text: string
  /** The member who last changed this one; 0 if no call did. */
  readonly byMemberId: number
}

/** Thrown instead of running a batch. Earlier batches stay committed; `Behalf.end` reports them. */
export class RightLost extends Error {
  override readonly name = 'RightLost'
  readonly loss: Loss

  constructor(loss: Loss) {
    super(loss.text)
    this.loss = loss
  }
}

export interface Behalf {
  /**
   * Checks whether the member may make the call now. Returns undefined if so, otherwise the loss. `db` is the current transaction, if any.
   */
  lost(whose: Omit<Whose, 'ip'>, of: Call, db?: Executor): Promise<Loss | undefined>
  /**
   * Runs one batch in one transaction in the member's name. Checks the member's right before the batch and again before it commits. Throws
   * `RightLost` if the right is gone, and rolls the batch back.
   */
  batch<Result>(whose: Whose, of: Call, work: (acting: Acting) => Promise<Result>): Promise<Result>
  /** Runs the final transaction of the work, which only reports what was done. It needs no right, so it also runs after a loss. */
  end<Result>(whose: Whose, work: (acting: Acting) => Promise<Result>): Promise<Result>
}

interface Deps {
  readonly db: Database
  readonly gate: Pick<SessionGate, 'standingOf' | 'whoChanged'>
  readonly live: Pick<Live, 'hint'>
  readonly happenings: Outlet
  readonly clock: Clock
}

export function createBehalf(deps: Deps): Behalf {
  const { gate } = deps

  async function ask({ dealerId, memberId }: Omit<Whose, 'ip'>, of: Call, db?: Executor) {
    const { session, barred } = await gate.standingOf(dealerId, memberId, db)
    const why = barred ?? (mayCall(of.may, session) ? undefined : 'right')
    const loss: Loss | undefined = why && {
      text: reasons[why],
      byMemberId: await gate.whoChanged(dealerId, memberId, db),
    }
    return { session, loss }
  }
  const inName = <Result>(
    session: Session,
    ip: string,
    work: (acting: Acting) => Promise<Result>,
  ): Promise<Result> =>
    hintAfter(deps, (db, hintLive) =>
      work({ db, session, ip, now: deps.clock(), happenings: deps.happenings, hintLive }),
    )
  return {
    lost: async (whose, of, db) => (await ask(whose, of, db)).loss,
    async batch(whose, of, work) {
      const { session, loss } = await ask(whose, of)
      if (loss) throw new RightLost(loss)
      return inName(session, whose.ip, async (acting) => {
        const result = await work(acting)
        const since = (await ask(whose, of, acting.db)).loss
        if (since) throw new RightLost(since)
        return result
      })
    },
    async end({ dealerId, memberId, ip }, work) {
      const { session } = await gate.standingOf(dealerId, memberId)
      return inName(session, ip, work)
    },
  }
}

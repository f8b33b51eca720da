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
 * Work that goes on for a member after the call that began it (docs/decisions/0044-work-and-rights.md). Rooms have no other way to act
 * in a member's name outside a call, so none of it can outlive the member's right to it.
 */

/** Whose work it is. `ip` is that of the call that began it. */
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

/** How a member lost the right to what is done for them. */
export interface Loss {
  /** In words: 账号已冻结. */
  readonly text: string
  /** The member who changed this one last; 0 where no call did. */
  readonly byMemberId: number
}

/** Thrown in place of a batch. What was done before it stays, and `Behalf.end` says so. */
export class RightLost extends Error {
  override readonly name = 'RightLost'
  readonly loss: Loss

  constructor(loss: Loss) {
    super(loss.text)
    this.loss = loss
  }
}

export interface Behalf {
  /** Whether the member may make the call now: undefined, or how they lost the right. `db` is the transaction under way, if there is one. */
  lost(whose: Omit<Whose, 'ip'>, of: Call, db?: Executor): Promise<Loss | undefined>
  /**
   * Runs one batch in one transaction in the member's name. The member is asked for before it and again before it commits: throws
   * `RightLost` where they may not make the call any more, and nothing of the batch is done.
   */
  batch<Result>(whose: Whose, of: Call, work: (acting: Acting) => Promise<Result>): Promise<Result>
  /** Runs the last transaction of the work, which only says what was done: also in the name of a member who lost the right. */
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

import type { Flags, Rights } from '@showroom/contract/kernel/call'

declare const minted: unique symbol

/**
 * What a member may see: the first argument of every repository function. Only the session gate makes one, so that nobody's request
 * can say of which dealer it is.
 */
export interface Scope {
  readonly dealerId: number
  readonly memberId: number
  /** Everything of the dealer, or the records of these members: oneself and all below. */
  readonly sees: 'all' | readonly number[]
  /** Decides on defeat requests of the whole store: reads the files that have one. */
  readonly reviews: boolean
  readonly [minted]: true
}

/** What the access room finds out about a session's token. */
export interface SessionFacts extends Rights {
  readonly tokenHash: Buffer
  readonly accountId: number
  readonly dealerId: number
  readonly memberId: number
  readonly memberName: string
  readonly role: number
  readonly sees: 'all' | readonly number[]
  readonly flags: Flags
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly dealer: {
    readonly name: string
    readonly groupId: number
    readonly province: string
    readonly city: string
    readonly area: string
  }
}

/** A live session, as handlers get it. */
export interface Session extends SessionFacts {
  readonly scope: Scope
}

/** The one place that makes a scope, with the one below. */
export const mintSession = (facts: SessionFacts): Session => ({
  ...facts,
  scope: {
    dealerId: facts.dealerId,
    memberId: facts.memberId,
    sees: facts.sees,
    reviews: facts.flags.allowFailVerify,
  } as Scope,
})

/** For work that a job goes on with after the call that an admin was allowed to make: it sees what that admin saw. */
export const mintJobScope = (dealerId: number, memberId: number): Scope =>
  ({ dealerId, memberId, sees: 'all', reviews: false }) as unknown as Scope

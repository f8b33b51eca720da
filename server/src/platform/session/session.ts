import type { Flags, Rights } from '@showroom/contract/kernel/call'

declare const minted: unique symbol

/**
 * What a member may see: the first argument of every repository function. It is made below and nowhere else: by the session gate, so
 * that no member's request can say of which dealer it is, and for work without a session, of the store whose work that is.
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

/** A member's, as the session gate found it out. */
export const mintSession = (facts: SessionFacts): Session => ({
  ...facts,
  scope: {
    dealerId: facts.dealerId,
    memberId: facts.memberId,
    sees: facts.sees,
    reviews: facts.flags.allowFailVerify,
  } as Scope,
})

/**
 * Of a store, for what runs without a session: jobs, and what other systems send. It sees the whole store: whoever asks for one says whose
 * rows are in hand, never a member's request. What a job does in a member's name it does by `Behalf`, with a member's scope.
 */
export const mintJobScope = (dealerId: number, memberId: 0): Scope =>
  ({ dealerId, memberId, sees: 'all', reviews: false }) as unknown as Scope

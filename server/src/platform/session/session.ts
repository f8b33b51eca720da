import { Flags } from '@showroom/contract/kernel/call'
import type { Rights } from '@showroom/contract/kernel/call'

declare const minted: unique symbol

/**
 * Limits what a member may see; the first argument of every repository function. Only the functions below create one. The session gate
 * creates those of members, so that a request cannot choose its dealer. Work without a session gets one for the store it works for.
 */
export interface Scope {
  readonly dealerId: number
  readonly memberId: number
  /** All of the dealer's records, or those of these members: the member and all subordinates. */
  readonly sees: 'all' | readonly number[]
  /** The member reviews defeat requests of the whole store and may read the files that have one. */
  readonly reviews: boolean
  readonly [minted]: true
}

/** Facts about a session that the access room reads for a token. */
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

/** A live session, as handlers receive it. */
export interface Session extends SessionFacts {
  readonly scope: Scope
}

/** Creates a member's session from the facts that the session gate read. */
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
 * Creates a store's scope for work without a session: jobs, and data from other systems. It sees the whole store, so `dealerId` must come
 * from the rows being processed, never from a member's request. Jobs that act in a member's name use `Behalf`, which has a member's scope.
 */
export const mintJobScope = (dealerId: number, memberId: 0): Scope =>
  ({ dealerId, memberId, sees: 'all', reviews: false }) as unknown as Scope

/** Creates the session of a command that acts in a store by the rules for members; `name` is shown as the one who acted. */
export const mintCommandSession = (
  dealer: { readonly id: number; readonly groupId: number },
  name: string,
  now: Date,
): Session =>
  mintSession({
    tokenHash: Buffer.alloc(0),
    accountId: 0,
    dealerId: dealer.id,
    memberId: 0,
    memberName: name,
    role: 1,
    isAdmin: true,
    modules: [],
    sees: 'all',
    flags: Object.fromEntries(Object.keys(Flags.shape).map((flag) => [flag, false])) as Flags,
    createdAt: now,
    lastSeenAt: now,
    dealer: { name: '', groupId: dealer.groupId, province: '', city: '', area: '' },
  })

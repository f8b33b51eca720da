import type { Call, RequestOf } from '@showroom/contract/kernel/call'
import type { ErrorCode } from '@showroom/contract/kernel/errors'
import type { BuiltCustomer } from '../../src/customer/customer.factory.ts'
import type { BuiltMember } from '../../src/team/team.factory.ts'
import type { TestApp } from '../app.ts'

/**
 * Walks of a room's calls: `<room>.walk.ts` beside the room's code defines one for every call, and the compiler
 * requires it. server/test/walks/walker.test.ts then tries everything with each call that must be refused.
 */

/** The caller, with a customer of theirs. */
export interface Actor {
  readonly member: BuiltMember
  readonly customer: BuiltCustomer
  /** A member with the rights at that store that the caller lacks; the caller itself if it has all. */
  readonly manager: BuiltMember
}

type Made<Value> = Value | Promise<Value>

/** Records that an id field can name: how to make one that the actor may use. */
export interface Walked {
  /** The id of a record of that actor. */
  readonly of: (app: TestApp, actor: Actor) => Made<number | string>
  /**
   * The response to an unknown id, and so to another store's record and to a colleague's invisible one: a refusal, or
   * `ignored` if a filter then finds nothing and a list does nothing.
   */
  readonly answer: ErrorCode | 'ignored'
  /** Reason why a colleague's record is not foreign, for example because all callers see the whole store. */
  readonly colleague?: string
  /** Converts the id to the field's format. */
  readonly as?: (id: number | string) => unknown
  /** An unknown id, if it is not a number. */
  readonly unknown?: string
  /** Other fields that the request needs for this field to be checked. */
  readonly besides?: Readonly<Record<string, unknown>>
}
/** Reason why the field holds no id of a store's record. */
export interface NoRecord {
  readonly none: string
}

type KnownKeys<Type> = keyof {
  [Key in keyof Type as string extends Key ? never : number extends Key ? never : Key]: Type[Key]
}
type FieldOf<Request> = Request extends unknown ? Extract<KnownKeys<Request>, string> : never
/** Field names that hold ids, or filters that do: `queries`. */
type IdName = `${string}Id` | `${string}Ids` | `${string}IdArr` | 'id' | 'ids' | 'queries'
/** Whether a value is an object with such a field, or a list of them. */
type HoldsIds<Value> = Value extends readonly (infer Item)[]
  ? HoldsIds<Item>
  : Value extends object
    ? Extract<FieldOf<Value>, IdName> extends never
      ? false
      : true
    : false
type HolderOf<Request> = Request extends unknown
  ? {
      [Key in FieldOf<Request>]: true extends HoldsIds<Request[Key & keyof Request]> ? Key : never
    }[FieldOf<Request>]
  : never
/** Fields that hold ids, or objects with ids. Every call is walked for `dealerId` separately. */
type IdField<Request> = Exclude<Extract<FieldOf<Request>, IdName> | HolderOf<Request>, 'dealerId'>
type Ids<Request> = Readonly<Record<IdField<Request>, Walked | NoRecord>> &
  Partial<Readonly<Record<FieldOf<Request>, Walked | NoRecord>>>

/** The walk of one call. */
export type CallWalk<C extends Call = Call> = {
  /** A valid request, except for the fields that `prepare` adds. */
  readonly request: (app: TestApp, actor: Actor) => Made<RequestOf<C>>
  /** Creates the state that the request needs, and returns the additional fields. */
  readonly prepare?: (app: TestApp, actor: Actor) => Promise<Readonly<Record<string, unknown>>>
  /**
   * Extra request fields that draw on the call's limit, where the valid request does not; or the reason the walk cannot reach the limit.
   * Lists need none: the walk searches for a number that the store does not have.
   */
  readonly limited?: Readonly<Record<string, unknown>> | { readonly none: string }
  /** Permitted callers: everyone, every member, or the roles that start with the required modules. */
  readonly roles: 'public' | 'member' | readonly number[]
} & ([IdField<RequestOf<C>>] extends [never]
  ? { readonly ids?: Ids<RequestOf<C>> }
  : {
      /** The walk of each id field. */
      readonly ids: Ids<RequestOf<C>>
    })

/** The walks of all calls of a room. */
export type WalkOf<Room> = {
  readonly [Name in keyof Room]: Room[Name] extends Call ? CallWalk<Room[Name]> : never
}

/** An id without a record. */
export const unknownId = 999_999_999

/** Base data is the same for all stores. */
export const baseData: NoRecord = { none: 'base data, the same for every store' }

const notFound = 'NOT_FOUND'
const idOf =
  (key: keyof BuiltCustomer) =>
  (_app: TestApp, { customer }: Actor): number =>
    customer[key]

/** The limit of work that takes turns: a walk sends one request at a time and never fills them. */
export const byTurns = { none: 'turns of the process: platform/jobs/turns.test.ts' } as const

/** Walks of common id fields. */
export const walked = {
  customer: { of: idOf('customerId'), answer: notFound },
  /** A deal of another customer than the one named in the request: treated as no longer current. */
  deal: { of: idOf('dealId'), answer: 'STALE' },
  activity: { of: idOf('activityId'), answer: 'STALE' },
  /** A member as the receiver of something. */
  member: {
    of: (_app, { member }) => member.memberId,
    answer: 'MEMBER_UNAVAILABLE',
    colleague: 'the members of a store are known to each other',
  },
  filterOfCustomers: { of: idOf('customerId'), answer: 'ignored', as: String },
  filterOfMembers: { of: (_app, { member }) => member.memberId, answer: 'ignored', as: String },
} as const satisfies Readonly<Record<string, Walked>>

/** Roles that lead a store. */
export const admins: readonly number[] = [1, 2, 3, 6]
/** Roles with 企业管理: the team's pages. */
export const managers: readonly number[] = [...admins, 9]
/** Roles that work with customers. */
export const sellers: readonly number[] = [1, 2, 3, 4, 5, 6, 8, 9]
/** They, and investors, who only read. */
export const readers: readonly number[] = [...sellers, 11]

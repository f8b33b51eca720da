import type { Call, RequestOf } from '@showroom/contract/kernel/call'
import type { ErrorCode } from '@showroom/contract/kernel/errors'
import type { BuiltCustomer } from '../src/customer/customer.factory.ts'
import type { BuiltMember } from '../src/team/team.factory.ts'
import type { TestApp } from './app.ts'

/**
 * How each call of a room is walked: `<room>.walk.ts` beside the room's code says it for every call, and the compiler asks for it.
 * server/test/walker.test.ts then tries with each call everything that must be refused.
 */

/** Who asks, and a customer of theirs. */
export interface Actor {
  readonly member: BuiltMember
  readonly customer: BuiltCustomer
  /** Who may do at that store what the member may not; the member, where one may everything. */
  readonly manager: BuiltMember
}

type Made<Value> = Value | Promise<Value>

/** Records that an id can name: what makes one that an actor works with. */
export interface Walked {
  /** The id of a record of that actor's. */
  readonly of: (app: TestApp, actor: Actor) => Made<number | string>
  /**
   * What the id of nobody, and so of another store's record and of a colleague's out of sight, is answered with: a refusal, or `ignored`
   * where a filter then finds nothing and a list does nothing.
   */
  readonly answer: ErrorCode | 'ignored'
  /** Why a colleague's record is no foreign one: all who may call see the whole store, say. */
  readonly colleague?: string
  /** How the field holds the id. */
  readonly as?: (id: number | string) => unknown
  /** The id of nobody, where it is no number. */
  readonly nobody?: string
  /** What else the request must say for the field to be looked at. */
  readonly besides?: Readonly<Record<string, unknown>>
}
/** The field holds no id of a store's record: why. */
export interface NoRecord {
  readonly none: string
}

type KnownKeys<Type> = keyof {
  [Key in keyof Type as string extends Key ? never : number extends Key ? never : Key]: Type[Key]
}
type FieldOf<Request> = Request extends unknown ? Extract<KnownKeys<Request>, string> : never
/** Names that say that a field holds ids, or filters that do: `queries`. */
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
/** The fields that hold ids, or objects that do. A dealer's is walked with every call. */
type IdField<Request> = Exclude<Extract<FieldOf<Request>, IdName> | HolderOf<Request>, 'dealerId'>
type Ids<Request> = Readonly<Record<IdField<Request>, Walked | NoRecord>> &
  Partial<Readonly<Record<FieldOf<Request>, Walked | NoRecord>>>

/** How one call is walked. */
export type CallWalk<C extends Call = Call> = {
  /** A request that is right, but for what `prepare` adds. */
  readonly request: (app: TestApp, actor: Actor) => Made<RequestOf<C>>
  /** Makes so what must be so for the request to be right, and gives what it then says beside. */
  readonly prepare?: (app: TestApp, actor: Actor) => Promise<Readonly<Record<string, unknown>>>
  /**
   * What a request says beside to draw on the call's limit, where the right one does not; or why the walk cannot reach the limit. A list
   * needs none: the walk looks for a number that the store does not have.
   */
  readonly limited?: Readonly<Record<string, unknown>> | { readonly none: string }
  /** Who may call: anybody, every member, or the roles with the modules they start with. */
  readonly roles: 'public' | 'member' | readonly number[]
} & ([IdField<RequestOf<C>>] extends [never]
  ? { readonly ids?: Ids<RequestOf<C>> }
  : {
      /** What each field that holds ids is walked with. */
      readonly ids: Ids<RequestOf<C>>
    })

/** How all calls of a room are walked. */
export type WalkOf<Room> = {
  readonly [Name in keyof Room]: Room[Name] extends Call ? CallWalk<Room[Name]> : never
}

/** The id of nobody. */
export const nobody = 999_999_999

/** Base data is the same for all stores. */
export const baseData: NoRecord = { none: 'base data, the same for every store' }

const notFound = 'NOT_FOUND'
const idOf =
  (key: keyof BuiltCustomer) =>
  (_app: TestApp, { customer }: Actor): number =>
    customer[key]

/** The limit of work that takes turns: a walk asks for one piece at a time and never fills them. */
export const byTurns = { none: 'turns of the process: platform/turns.test.ts' } as const

/** What most fields hold. */
export const walked = {
  customer: { of: idOf('customerId'), answer: notFound },
  /** Of another customer than the one that is named beside it: as one that is no longer current. */
  deal: { of: idOf('dealId'), answer: 'STALE' },
  activity: { of: idOf('activityId'), answer: 'STALE' },
  /** Somebody who is to get something. */
  member: {
    of: (_app, { member }) => member.memberId,
    answer: 'MEMBER_UNAVAILABLE',
    colleague: 'the members of a store are known to each other',
  },
  filterOfCustomers: { of: idOf('customerId'), answer: 'ignored', as: String },
  filterOfMembers: { of: (_app, { member }) => member.memberId, answer: 'ignored', as: String },
} as const satisfies Readonly<Record<string, Walked>>

/** Who leads a store. */
export const admins: readonly number[] = [1, 2, 3, 6]
/** Who has 企业管理: the team's pages. */
export const managers: readonly number[] = [...admins, 9]
/** Who works with customers. */
export const sellers: readonly number[] = [1, 2, 3, 4, 5, 6, 8, 9, 11]

import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { topics } from './topics.ts'

/** Rights a member derives from role, modules and dealer settings. */
export const Flags = z.object({
  allowFailVerify: z.boolean(),
  allowOrderVerify: z.boolean(),
  allowAssign: z.boolean(),
  allowOrderAlloc: z.boolean(),
  canResign: z.boolean(),
  dccEnable: z.boolean(),
  isAutoClear: z.boolean(),
  allowOnlineAssign: z.boolean(),
  cityPoolEnable: z.boolean(),
  /** The store has daily reports. */
  canDailyReport: z.boolean(),
  /** Reads those of the store, or of the members below. */
  readsDaily: z.boolean(),
  /** Works at the front desk. */
  allowFront: z.boolean(),
  /** Sees all records of the store, as admins do. */
  seesStore: z.boolean(),
  /** Reads the store and changes nothing of it: an investor, and everyone at a closed store. */
  onlyReads: z.boolean(),
  /** The store is closed. */
  isClosed: z.boolean(),
})
export type Flags = z.infer<typeof Flags>
export type Flag = keyof Flags

/** Module names a member can be granted. */
export const moduleNames = [
  '客户管理',
  '企业管理',
  '前台流量',
  '销售订单',
  '战败审核',
  '订单审核',
  '线索分配',
  '客户离职',
  '签到',
  '库存',
] as const
export type ModuleName = (typeof moduleNames)[number]

/** 集团DCC and 集团督导: group staff, excluded from a store's tasks and leads. */
export const groupRoles: readonly number[] = [15, 16]
/** 投资人, who only reads. */
export const investorRole = 11

/**
 * Rights that a call requires. `public` needs no session, `member` needs any session. In the object form every given condition must hold:
 * `module` requires one of the named modules (admins pass without it), `flag` requires one of the named rights, `given` requires the module
 * itself even from admins, `storeStaff` excludes the group's roles, and `leadStaff` excludes them unless the group cleans the store's leads.
 */
export type May =
  | 'public'
  | 'member'
  | {
      readonly admin?: true
      readonly storeStaff?: true
      readonly leadStaff?: true
      readonly module?: ModuleName | readonly ModuleName[]
      readonly given?: ModuleName
      readonly flag?: Flag | readonly Flag[]
      /** Requires one of these roles. */
      readonly roles?: readonly number[]
      /** Refuses members who only read. `call` sets it for mutations and uploads. */
      readonly changes?: true
      /** With `changes`: also permitted at a closed store, but not to investors. */
      readonly whenClosed?: true
    }

/**
 * Topic of change events: the name of the room whose rows were written. The server sends it when a transaction commits, and open pages
 * refetch the queries that show it (docs/decisions/0108-topics-from-writes.md).
 */
export type Topic = (typeof topics)[number]

/** Reason why a query reads rows without displaying their changes, for all topics it does not show or for each. */
export type Omission = string | { readonly [Name in Topic]?: string }

/** Usual reasons for `omits`. */
export const omitted = {
  /** Read when a form, dialog or page opens; its content must not change while a member works on it. */
  opened: 'opened',
  /** Rows must not move while a member works on them. */
  rows: 'rows',
  /** The answer to one question: a search, a check or a file. */
  once: 'once',
  /** The member's own rows, which no one else changes. */
  own: 'own',
  /** Asked again at intervals while work runs. */
  polled: 'polled',
} as const

/**
 * Structural type of an object schema: its input and output only. The compiler compares every call against this type in each project;
 * comparing full Zod schemas took a third of its time. `schemaOf` returns the full schema.
 */
export interface Shape {
  readonly _zod: { readonly input: unknown; readonly output: object }
}

/** Returns the full Zod schema, to parse with it or walk its fields. */
export const schemaOf = (shape: Shape): z.ZodType<object> => shape as z.ZodType<object>

/**
 * Use of a call without a network: `seen` responses stay readable with their age, `base` responses serve the shell and forms and show no age,
 * and a mutation that `waits` is kept on the device and sent later (docs/decisions/0138-without-a-network.md). Other calls fail.
 */
export type WithoutNetwork = 'seen' | 'base' | 'waits'

/** Definition of one call. It is the only source of its path, rights, request, response and refusals. */
export interface Call<
  Request extends Shape = Shape,
  Answer extends Shape = Shape,
  Writes extends boolean = boolean,
> {
  readonly path: `/${string}`
  readonly may: May
  readonly request: Request
  readonly answer: Answer
  /** Refusals in addition to those of every call (session, rights, malformed input). Limit refusals (`limitCodes`) answer with HTTP 429. */
  readonly refusals: readonly ErrorCode[]
  /** A mutation: runs in one transaction and accepts an Idempotency-Key. */
  readonly writes: Writes
  /** A mutation that a closed store still takes: an export, a right of persons, or, by default, the member's own (`may: 'member'`). */
  readonly whenClosed: boolean
  /** For calls without `writes`: what they still store in their own transactions, and why (a trace, a file, a sign-in). */
  readonly leaves?: string
  /** Topics this query displays; open pages refetch it when one changes. The server tests compare them with the tables that it reads. */
  readonly shows: readonly Topic[]
  /** Why the query leaves out of `shows` what it reads: all other topics, or each of these. */
  readonly omits?: Omission
  /** May return clear phone numbers. Tests check that all other calls return masked ones. */
  readonly reveals: boolean
  /** The response holds a secret (a token, a clear number), so it is never stored for idempotent retries. */
  readonly secret: boolean
  /** Also accepts a multipart post: stores its file and sets the request's `file` to the storage key. */
  readonly upload: boolean
  readonly withoutNetwork?: WithoutNetwork
  /** Maximum size of a request in bytes, if the default is too small. */
  readonly mostBytes?: number
  readonly summary: string
}

/** A call that changes nothing. */
export type Query = Call<Shape, Shape, false>

type Definition<Request extends Shape, Answer extends Shape, Writes extends boolean> = {
  path: `/${string}`
  may: May
  summary: string
  request: Request
  answer: Answer
  refusals?: readonly ErrorCode[]
  writes?: Writes
  whenClosed?: boolean
  leaves?: string
  shows?: readonly Topic[]
  omits?: Omission
  reveals?: boolean
  secret?: boolean
  upload?: boolean
  withoutNetwork?: WithoutNetwork
  mostBytes?: number
}

/** Own settings (`member`) stay open to members who only read. */
const mayOf = ({
  may,
  writes,
  upload,
  whenClosed,
}: Pick<Definition<Shape, Shape, boolean>, 'may' | 'writes' | 'upload' | 'whenClosed'>): May =>
  typeof may === 'object' && (writes || upload)
    ? { ...may, changes: true, ...(whenClosed && { whenClosed: true }) }
    : may

/** Defines a call and fills in defaults. A page bundle includes only the calls it uses. */
// @__NO_SIDE_EFFECTS__
export function call<Request extends Shape, Answer extends Shape, Writes extends boolean = false>(
  definition: Definition<Request, Answer, Writes>,
): Call<Request, Answer, Writes> {
  return {
    refusals: [],
    writes: false as Writes,
    whenClosed: definition.may === 'member',
    shows: [],
    reveals: false,
    upload: false,
    secret: definition.reveals ?? false,
    ...definition,
    may: mayOf(definition),
  }
}

/** A call's request before defaults and transforms, as the client sends it. */
export type RequestOf<C extends Call> = z.input<C['request']>
/** A call's request after parsing, as the handler receives it. */
export type ParsedRequestOf<C extends Call> = z.output<C['request']>
/** A call's response without status, code and detail. */
export type AnswerOf<C extends Call> = z.output<C['answer']>

/** The rights of an actor; both the server's session and the web client's profile satisfy this type. */
export interface Rights {
  readonly role: number
  readonly isAdmin: boolean
  readonly modules: readonly string[]
  readonly flags: Flags
}

/** Exports from a closed store and fulfils the rights of persons there. */
const isKeeper = ({ role, flags }: Rights): boolean => flags.isClosed && role !== investorRole

/** Evaluates `may` for a signed-in member. The server uses it to refuse, the web client to hide or disable controls. */
export function mayCall(may: May, rights: Rights): boolean {
  if (may === 'public' || may === 'member') return true
  if (may.changes && rights.flags.onlyReads && !(may.whenClosed && isKeeper(rights))) return false
  if (may.admin && !rights.isAdmin) return false
  if (may.storeStaff && groupRoles.includes(rights.role)) return false
  if (may.leadStaff && groupRoles.includes(rights.role) && !rights.flags.allowOnlineAssign) return false
  if (may.flag && ![may.flag].flat().some((flag) => rights.flags[flag])) return false
  if (may.given && !rights.modules.includes(may.given)) return false
  if (may.roles && !may.roles.includes(rights.role)) return false
  if (may.module && !rights.isAdmin) {
    const names: readonly string[] = typeof may.module === 'string' ? [may.module] : may.module
    if (!names.some((name) => rights.modules.includes(name))) return false
  }
  return true
}

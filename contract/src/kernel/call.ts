import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

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
  /** Works at the front desk. */
  allowFront: z.boolean(),
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

/** 集团DCC and 集团督导: staff of the group, kept out of a store's tasks and leads. */
export const groupRoles: readonly number[] = [15, 16]

/**
 * Who may call. `public` needs no session, `member` any session. In the object form every given condition must hold;
 * `module` holds for an admin, or for a member with any one of the named modules; `flag` for who has any one of the named rights;
 * `given` for a member to whom that module was given, an admin or not; `storeStaff` for all but the group's roles.
 */
export type May =
  | 'public'
  | 'member'
  | {
      readonly admin?: true
      readonly storeStaff?: true
      readonly module?: ModuleName | readonly ModuleName[]
      readonly given?: ModuleName
      readonly flag?: Flag | readonly Flag[]
      /** One of these roles. */
      readonly roles?: readonly number[]
    }

/** What open pages show the counts and lists of: told to them when a call changed it. */
export const topics = [
  'customer',
  'task',
  'lead',
  'review',
  'order',
  'notice',
  'setting',
  'team',
  'file',
  'desk',
] as const
export type Topic = (typeof topics)[number]

/**
 * The schema of an object, by what goes in and comes out. No more of it is named here: the compiler compares each call's with it, in each
 * project, and comparing all that a schema can do took it a third of its time. `schemaOf` has the rest.
 */
export interface Shape {
  readonly _zod: { readonly input: unknown; readonly output: object }
}

/** The whole schema, for who reads by it or walks it. */
export const schemaOf = (shape: Shape): z.ZodType<object> => shape as z.ZodType<object>

/** One call of the wire: the only place that says its path, who may call, what goes in and out, how it can refuse. */
export interface Call<Request extends Shape = Shape, Answer extends Shape = Shape> {
  readonly path: `/${string}`
  readonly may: May
  readonly request: Request
  readonly answer: Answer
  /** The refusals beside those every call can give (session, rights, malformed input). One of a limit (`limitCodes`) is HTTP 429. */
  readonly refusals: readonly ErrorCode[]
  /** Changes something: runs in one transaction, accepts an Idempotency-Key. */
  readonly writes: boolean
  /** What a call without `writes` leaves behind all the same, in transactions of its own, and why: a trace, a file, a sign-in. */
  readonly leaves?: string
  /** What a write changes for other open pages of the dealer: they are told, and read again. */
  readonly changes: readonly Topic[]
  /** What of that a reading call shows: open pages that are told of it read the answer again. Not for what must not move under a hand. */
  readonly shows: readonly Topic[]
  /** May give clear numbers. Everything else is checked for unmasked ones by the tests. */
  readonly reveals: boolean
  /** The answer holds a secret (a token, a clear number): it is never kept as a first answer. */
  readonly secret: boolean
  /** Takes a multipart post too: its file is stored, and the request's `file` is its key. */
  readonly upload: boolean
  /** Most bytes of a request, where the usual ones are too few. */
  readonly mostBytes?: number
  readonly summary: string
}

type Definition<Request extends Shape, Answer extends Shape> = {
  path: `/${string}`
  may: May
  summary: string
  request: Request
  answer: Answer
  refusals?: readonly ErrorCode[]
  writes?: boolean
  leaves?: string
  changes?: readonly Topic[]
  shows?: readonly Topic[]
  reveals?: boolean
  secret?: boolean
  upload?: boolean
  mostBytes?: number
}

/** Defines a call: the fields that are left out have their usual value. A page carries only those that it makes. */
// @__NO_SIDE_EFFECTS__
export function call<Request extends Shape, Answer extends Shape>(
  definition: Definition<Request, Answer>,
): Call<Request, Answer> {
  return {
    refusals: [],
    writes: false,
    changes: [],
    shows: [],
    reveals: false,
    upload: false,
    secret: definition.reveals ?? false,
    ...definition,
  }
}

/** What a caller sends (before defaults and transforms). */
export type RequestOf<C extends Call> = z.input<C['request']>
/** What a handler receives. */
export type ParsedRequestOf<C extends Call> = z.output<C['request']>
/** What a caller gets beside status, code and detail. */
export type AnswerOf<C extends Call> = z.output<C['answer']>

/** The actor as far as rights go; the server's session and the web client's profile both satisfy it. */
export interface Rights {
  readonly role: number
  readonly isAdmin: boolean
  readonly modules: readonly string[]
  readonly flags: Flags
}

/** Decides `may` for a signed-in member. Both sides use it: the server to refuse, the web client to hide or disable. */
export function mayCall(may: May, rights: Rights): boolean {
  if (may === 'public' || may === 'member') return true
  if (may.admin && !rights.isAdmin) return false
  if (may.storeStaff && groupRoles.includes(rights.role)) return false
  if (may.flag && ![may.flag].flat().some((flag) => rights.flags[flag])) return false
  if (may.given && !rights.modules.includes(may.given)) return false
  if (may.roles && !may.roles.includes(rights.role)) return false
  if (may.module && !rights.isAdmin) {
    const names: readonly string[] = typeof may.module === 'string' ? [may.module] : may.module
    if (!names.some((name) => rights.modules.includes(name))) return false
  }
  return true
}

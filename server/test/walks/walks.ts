import { globSync } from 'node:fs'
import path from 'node:path'
import { calls, rooms } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import { role as roles } from '@showroom/contract/access/access.rules'
import { buildCustomer } from '../../src/customer/customer.factory.ts'
import { buildMember } from '../../src/team/team.factory.ts'
import type { TestApp, Wire } from '../app.ts'
import { storedHash } from '../sign-in.ts'
import type { Actor, CallWalk, Walked } from './walk.ts'

/** The walks of all rooms, found by their files. */

export type Body = Record<string, unknown>
type Walk = Omit<CallWalk, 'ids'> & { readonly ids?: Readonly<Record<string, Walked | { none: string }>> }

const src = path.resolve(import.meta.dirname, '../../src')

async function readWalks(): Promise<Map<Call, Walk>> {
  const walks = new Map<Call, Walk>()
  for (const file of globSync('*/*.walk.ts', { cwd: src })) {
    const { walk } = (await import(path.join(src, file))) as { walk: Readonly<Record<string, Walk>> }
    const room: Readonly<Record<string, Call>> = rooms[path.dirname(file) as keyof typeof rooms]
    for (const [name, one] of Object.entries(walk)) {
      const call = room[name]
      if (!call) throw new Error(`${file} walks a call that is gone: ${name}`)
      walks.set(call, one)
    }
  }
  const missing = calls.filter((call) => !walks.has(call))
  if (missing.length > 0) throw new Error(`no walk for ${missing.map((call) => call.path).join()}`)
  return walks
}
const walks = await readWalks()

/** Rooms that `npm test -- --since` limits the walks to. */
const limitedTo = process.env['ROOMS']?.split(',')
export const isLimited = limitedTo !== undefined

/** The calls that are walked: all of them, or those of the rooms of a change. */
export const walkedCalls: readonly Call[] = Object.entries(rooms).flatMap(([name, room]) =>
  !limitedTo || limitedTo.includes(name) ? Object.values<Call>(room) : [],
)

/** The walk of a call. */
export function walkOf(call: Call): Walk {
  const walk = walks.get(call)
  if (!walk) throw new Error(`no walk for ${call.path}`)
  return walk
}

/** A valid request, except for the fields that the call's preparation adds. */
export const bodyFor = async (app: TestApp, call: Call, actor: Actor): Promise<Body> => ({
  ...((await walkOf(call).request(app, actor)) as object),
})

/** The body with another value at a path. */
export function withValue(body: object, [key = '', ...rest]: readonly string[], value: unknown): object {
  const inner = (body as Record<string, unknown>)[key]
  const changed = rest.length > 0 ? withValue(inner ?? {}, rest, value) : value
  return Array.isArray(body) ? body.with(Number(key), changed) : { ...body, [key]: changed }
}

/** The paths of all texts in a body. */
export const textsIn = (value: unknown, at: readonly string[] = []): (readonly string[])[] =>
  typeof value === 'string'
    ? [at]
    : Object.entries(value ?? {}).flatMap(([key, inner]) => textsIn(inner, [...at, key]))

/** The names of a request's fields, without the store's. */
export const fieldsOf = (call: Call): string[] =>
  Object.keys((call.request as unknown as { shape: Record<string, unknown> }).shape).filter(
    (field) => field !== 'dealerId',
  )

/** The role of the caller in a walk: a sales manager, or else the first permitted role. */
export function roleFor(call: Call): number {
  const { roles: may } = walkOf(call)
  return typeof may === 'string' || may.includes(roles.salesManager)
    ? roles.salesManager
    : (may[0] ?? roles.salesManager)
}

/** Builds a member with a customer: by default a sales manager, with every right that a call may require. */
export async function buildActor(
  app: TestApp,
  overrides: { readonly dealerId?: number; readonly role?: number } = {},
): Promise<Actor> {
  const role = overrides.role ?? roles.salesManager
  // 签到 must be granted, even to an admin.
  const modules = ['客户管理', '销售订单', '签到']
  const member = await buildMember(app.db, app.now(), {
    passwordHash: storedHash,
    modules,
    ...overrides,
    role,
  })
  return { member, customer: await buildCustomer(app, member), manager: member }
}

/** Calls that return from an outside system in the same browser: alone, they refuse with the missing part. */
export const landings: readonly Call[] = [rooms.access.casLogin, rooms.access.bindWecom]
/** Calls whose walk alone is answered; a signature needs WeCom. */
const unanswered: ReadonlySet<Call> = new Set([...landings, rooms.contact.sign])
export const answerable: readonly Call[] = calls.filter((call) => !unanswered.has(call))

/** Makes the call with its valid request, as a new member with the right to it. */
export async function postValid(app: TestApp, call: Call): Promise<Wire<Call>> {
  const own = await buildActor(app, { role: roleFor(call) })
  const body = { ...(await bodyFor(app, call, own)), ...(await walkOf(call).prepare?.(app, own)) }
  return app.post(call, call.may === 'public' ? '' : own.member.token, {
    ...body,
    dealerId: own.member.dealerId,
    surplus: { any: ['thing'] },
  })
}

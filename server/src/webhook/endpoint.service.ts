import {
  bothSecretsHours,
  endpointMost,
  endpointState,
  ofGroup,
  testEvent,
  triedHours,
} from '@showroom/contract/webhook/webhook.rules'
import { unlessShown } from '@showroom/contract/kernel/mask'
import type { AddEndpoint, Log, UpdateEndpoint } from '@showroom/contract/webhook/webhook.schema'
import type { z } from 'zod'
import type { AuditAction } from '@showroom/contract/kernel/audit'
import { audit } from '../platform/auditing/audit.ts'
import type { Context } from '../platform/http/handler.ts'
import { seal } from '../platform/config/seal.ts'
import { leadsInside, problemOf } from '../platform/outside/public.ts'
import type { Reach } from '../platform/outside/public.ts'
import { Refusal, refuseField } from '../platform/refusal.ts'
import * as repository from './endpoint.repository.ts'
import type { EndpointScope, LockedEndpoint } from './endpoint.repository.ts'
import * as messages from './message.repository.ts'
import { makeSecret } from './signature.ts'

/** Registers endpoints and replays failed messages. Every change is audited. */

export interface Keeping {
  readonly reach: Reach
  readonly serverSecret: string
  /** Refreshes this process's cache of subscribed events. */
  readonly changed: () => void
  /** Signals that messages wait to be sent. */
  readonly wake: () => void
}

const lookMs = 2_000
const testsPerMinute = 10
const inHours = (now: Date, hours: number): Date => new Date(now.getTime() + hours * 3_600_000)

const endpointScopeOf = ({ session }: Context): EndpointScope => ({
  scope: session.scope,
  groupId: ofGroup(session) ? session.dealer.groupId || null : null,
})

const texts = {
  scheme: '接收地址必须以https://开头',
  user: '接收地址不能包含用户名和密码',
  port: '接收地址只能使用443或8443端口',
  private: '接收地址不能指向内网',
} as const

/** The reason an address may not be registered, or undefined. Resolves its name, so it runs before the transaction. */
export type UrlProblem = keyof typeof texts | undefined

/** Allows public addresses only. Each delivery resolves and checks the host name again. */
export const findUrlProblem = async ({ reach }: Keeping, url: string): Promise<UrlProblem> =>
  problemOf(url, reach) ?? ((await leadsInside(url, reach, lookMs)) ? 'private' : undefined)

function refuseUrl(problem: UrlProblem): void {
  if (problem) throw refuseField('INVALID', 'url', texts[problem])
}

/** The address for the audit, without the parts that may hold a secret of the receiver. */
const origin = (url: string): string => url.replace(/[?#].*/s, '')

const auditOne = (
  context: Context,
  action: AuditAction,
  id: number,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> => audit(context, action, `webhook:${id}`, detail)

async function lock(context: Context, id: number): Promise<LockedEndpoint> {
  const endpoint = await repository.lockEndpoint(context.db, endpointScopeOf(context), id)
  if (!endpoint) throw new Refusal('NOT_FOUND')
  return endpoint
}

const invalidate = (context: Context, { changed }: Keeping): void => context.afterwards(changed)

export const list = (context: Context) =>
  repository.listEndpoints(context.db, endpointScopeOf(context), context.now)

export async function add(
  context: Context,
  keeping: Keeping,
  form: z.output<typeof AddEndpoint>,
  problem: UrlProblem,
) {
  const { db, session, now } = context
  const { isGroup, url, events } = form
  const mine = endpointScopeOf(context)
  if (isGroup && mine.groupId === null) throw new Refusal('FORBIDDEN')
  refuseUrl(problem)
  const scope = { ...mine, groupId: isGroup ? mine.groupId : null }
  await repository.lockEndpoints(db, scope)
  if ((await repository.countEndpoints(db, scope, isGroup)) >= endpointMost)
    throw new Refusal('WEBHOOKS_TOO_MANY')
  const secret = makeSecret()
  const sealed = seal(keeping.serverSecret, secret)
  const id = await repository.insertEndpoint(db, scope, {
    ...form,
    sealed,
    createdBy: session.memberName,
    now,
  })
  if (id === undefined) throw refuseField('WEBHOOK_EXISTS', 'url', '该接收地址已登记')
  await auditOne(context, 'webhook-add', id, { url: origin(url), events, isGroup })
  invalidate(context, keeping)
  return { id, secret }
}

export async function update(
  context: Context,
  keeping: Keeping,
  form: z.output<typeof UpdateEndpoint>,
  problem: UrlProblem,
) {
  const endpoint = await lock(context, form.id)
  if (form.url !== endpoint.url) refuseUrl(problem)
  await repository.lockEndpoints(context.db, { ...endpointScopeOf(context), groupId: endpoint.groupId })
  const description = unlessShown(form.description, endpoint.description)
  if (!(await repository.updateAddress(context.db, endpoint, { ...form, description })))
    throw refuseField('WEBHOOK_EXISTS', 'url', '该接收地址已登记')
  await auditOne(context, 'webhook-update', endpoint.id, {
    url: { from: origin(endpoint.url), to: origin(form.url) },
    events: { from: endpoint.events, to: form.events },
  })
  invalidate(context, keeping)
  return {}
}

/** Switching an endpoint on sends the messages that waited meanwhile. */
export async function switchTo(
  context: Context,
  keeping: Keeping,
  { id, isOn }: { readonly id: number; readonly isOn: boolean },
) {
  const endpoint = await lock(context, id)
  const isChanged = await repository.switchEndpoint(
    context.db,
    endpoint,
    isOn ? endpointState.on : endpointState.off,
  )
  if (isChanged) await auditOne(context, 'webhook-switch', id, { url: origin(endpoint.url), isOn })
  invalidate(context, keeping)
  if (isOn) {
    await messages.announceWaiting(context.db, endpoint, context.now)
    context.afterwards(keeping.wake)
  }
  return {}
}

export async function rotate(context: Context, keeping: Keeping, { id }: { readonly id: number }) {
  const endpoint = await lock(context, id)
  const secret = makeSecret()
  const next = seal(keeping.serverSecret, secret)
  await repository.replaceSecret(context.db, endpoint, next, inHours(context.now, bothSecretsHours))
  await auditOne(context, 'webhook-rotate', id, { url: origin(endpoint.url) })
  return { id, secret }
}

export async function remove(context: Context, keeping: Keeping, { id }: { readonly id: number }) {
  const endpoint = await lock(context, id)
  await repository.deleteEndpoint(context.db, endpoint)
  await auditOne(context, 'webhook-delete', id, { url: origin(endpoint.url) })
  invalidate(context, keeping)
  return {}
}

async function lockOn(context: Context, id: number): Promise<LockedEndpoint> {
  const endpoint = await lock(context, id)
  if (endpoint.state !== endpointState.on) throw new Refusal('WEBHOOK_OFF')
  return endpoint
}

export async function test(context: Context, keeping: Keeping, { id }: { readonly id: number }) {
  const { db, session, now, limits } = context
  const endpoint = await lockOn(context, id)
  await limits.spend(`webhook-test:${endpoint.dealerId}`, { most: testsPerMinute, windowSeconds: 60 })
  // Its own record, so that it waits for no other message.
  const record = `test:${now.getTime()}`
  const messageId = await messages.insertTest(db, endpoint, {
    type: testEvent,
    record,
    from: session.dealerId,
    now,
  })
  await auditOne(context, 'webhook-test', id, { url: origin(endpoint.url) })
  context.afterwards(keeping.wake)
  return { messageId }
}

async function find(context: Context, id: number) {
  const endpoint = await repository.findEndpoint(context.db, endpointScopeOf(context), id)
  if (!endpoint) throw new Refusal('NOT_FOUND')
  return endpoint
}

export const log = async (context: Context, query: z.output<typeof Log>) =>
  messages.listMessages(context.db, await find(context, query.endpointId), query)

interface NamedMessage {
  readonly endpointId: number
  readonly id: number
}

export async function attempts(context: Context, { endpointId, id }: NamedMessage) {
  const tries = await messages.findAttempts(context.db, await find(context, endpointId), id)
  if (!tries) throw new Refusal('NOT_FOUND')
  return tries
}

export async function replay(context: Context, keeping: Keeping, { endpointId, id }: NamedMessage) {
  const { db, now } = context
  const endpoint = await lockOn(context, endpointId)
  const again = { now, giveUpAt: inHours(now, triedHours) }
  if (!(await messages.replayMessage(db, endpoint, id, again)))
    throw new Refusal((await messages.findAttempts(db, endpoint, id)) ? 'STALE' : 'NOT_FOUND')
  await auditOne(context, 'webhook-replay', endpointId, { url: origin(endpoint.url), messageId: id })
  context.afterwards(keeping.wake)
  return {}
}

export async function replayFailed(
  context: Context,
  keeping: Keeping,
  { endpointId }: { readonly endpointId: number },
) {
  const { db, now } = context
  const endpoint = await lockOn(context, endpointId)
  const total = await messages.replayAllFailed(db, endpoint, { now, giveUpAt: inHours(now, triedHours) })
  if (total > 0) await auditOne(context, 'webhook-replay', endpointId, { url: origin(endpoint.url), total })
  context.afterwards(keeping.wake)
  return { total }
}

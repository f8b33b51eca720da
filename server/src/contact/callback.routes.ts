import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listMemberships } from '../access/index.ts'
import type { Clock } from '../platform/clock.ts'
import { transact } from '../platform/db/client.ts'
import type { Database, Executor } from '../platform/db/client.ts'
import { listStores } from '../platform/jobs/stores.repository.ts'
import type { Logger } from '../platform/observe/log.ts'
import { bodyOf, OpenRefusal, serveOpen } from '../platform/open/routes.ts'
import { isTimely } from '../platform/open/signature.ts'
import { findWecomAccount } from '../platform/wecom/binding.repository.ts'
import { callbackPath, isFromWecom, openMessage, readXml } from '../platform/wecom/callback.ts'
import type { WecomCallback } from '../platform/wecom/wecom.ts'
import { askFor } from './work.repository.ts'
import type { Subject } from './work.repository.ts'

/** The address that WeCom sends events of contacts to (docs/outside.md). An event only asks to read the present state. */

/** Events hold ids only. */
const bodyLimit = 64 * 1024

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
  readonly corpId: string
  readonly callback: WecomCallback
}

export function serveCallback(http: FastifyInstance, deps: Deps): void {
  const { log } = deps
  serveOpen(http, bodyLimit, (scope) => {
    scope.get(callbackPath, (request, reply) => {
      const message = messageOf(deps, request, queryOf(request, 'echostr'))
      return reply.type('text/plain; charset=utf-8').send(message)
    })

    scope.post(callbackPath, { bodyLimit }, async (request, reply) => {
      const encrypted = readXml(bodyOf(request).toString())?.get('Encrypt')
      if (!encrypted) throw new OpenRefusal(400, '请求格式不正确')
      const fields = readXml(messageOf(deps, request, encrypted))
      if (!fields) throw new OpenRefusal(400, '请求格式不正确')
      const work = askedBy(fields)
      if (work) await store(deps, work)
      else log.debug({ event: fields.get('Event') }, 'an event of WeCom asks for nothing')
      return reply.type('text/plain').send('success')
    })
  })
}

const queryOf = (request: FastifyRequest, name: string): string => {
  const value = (request.query as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : ''
}

/** Checks an envelope and returns the message in it. All wrong ones get the same answer. */
function messageOf({ clock, corpId, callback }: Deps, request: FastifyRequest, encrypted: string): string {
  const [timestamp, nonce] = [queryOf(request, 'timestamp'), queryOf(request, 'nonce')]
  if (!isTimely(timestamp, clock())) throw new OpenRefusal(401, '时间戳无效或已过期')
  const signature = queryOf(request, 'msg_signature')
  const message = isFromWecom(callback, { timestamp, nonce, encrypted, signature })
    ? openMessage(callback, corpId, encrypted)
    : undefined
  if (message === undefined) throw new OpenRefusal(401, '签名无效')
  return message
}

interface Asked {
  readonly kind: Subject
  readonly id: string
  /** The member whose stores it concerns; without one all stores with bound members. */
  readonly userId: string | undefined
  readonly event: string
}

/** Ids of contacts, members and labels. */
const isId = (text: string): boolean => /^[\w@.-]{1,64}$/.test(text)

/** Returns the subject that an event asks to read; undefined for all other events, which are answered as well. */
function askedBy(fields: ReadonlyMap<string, string>): Asked | undefined {
  const of = (name: string): string => fields.get(name)?.trim() ?? ''
  const userId = of('UserID').toLowerCase()
  const event = [of('Event'), of('ChangeType'), of('CreateTime'), userId].join(' ').slice(0, 200)
  if (of('Event') === 'change_external_contact') {
    const id = of('ExternalUserID')
    return isId(id) && isId(userId) ? { kind: 'contact', id, userId, event } : undefined
  }
  if (of('Event') !== 'change_external_tag' || !['update', 'delete'].includes(of('ChangeType')))
    return undefined
  // The contacts do not name the group of their labels.
  const id = of('TagType') === 'tag' ? of('Id') : ''
  return id === '' || isId(id) ? { kind: 'tag', id, userId: undefined, event } : undefined
}

/** The stores where the member works, or all. */
async function storesOf(db: Executor, corpId: string, userId: string | undefined): Promise<number[]> {
  if (userId === undefined) return listStores(db)
  const accountId = await findWecomAccount(db, corpId, userId)
  if (accountId === undefined) return []
  const memberships = await listMemberships(db, accountId)
  return memberships.filter(({ status }) => status === 0).map((one) => one.dealer_id)
}

const store = ({ db, clock, corpId }: Deps, { kind, id, userId, event }: Asked): Promise<void> =>
  transact(db, async (trx) =>
    askFor(trx, await storesOf(trx, corpId, userId), { kind, ids: [id], now: clock(), event }),
  )

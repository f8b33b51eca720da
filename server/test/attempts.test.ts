import { gunzipSync } from 'node:zlib'
import { call } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestApp } from './app.ts'
import type { TestApp } from './app.ts'
import { sessionSource } from '../src/access/index.ts'
import { createCatalogue } from '../src/base/index.ts'
import { besideTransaction } from '../src/platform/db/held.ts'
import { buildMember, stageMember } from '../src/team/team.factory.ts'
import type { BuiltMember } from '../src/team/team.factory.ts'
import { Overtaken, transact } from '../src/platform/db/client.ts'
import type { Executor } from '../src/platform/db/client.ts'
import { openLine } from '../src/platform/db/line.ts'
import type { Line } from '../src/platform/db/line.ts'
import { createLimits } from '../src/platform/limits/limits.ts'
import { createLog } from '../src/platform/observe/log.ts'
import { Refusal } from '../src/platform/refusal.ts'
import { createSessionGate } from '../src/platform/session/gate.ts'
import type { SessionGate } from '../src/platform/session/gate.ts'
import { serveCalls } from '../src/platform/http/calls.ts'
import type { Context } from '../src/platform/http/handler.ts'

/** Work that a mutation defers to its commit, when an attempt is rolled back and the next one commits. */

const change = call({
  path: '/v2/attempts/change',
  summary: '',
  may: 'member',
  writes: true,
  request: z.object({}),
  answer: z.object({ text: z.string() }),
})
const read = call({ ...change, path: '/v2/attempts/read', may: 'public', writes: false })
const secret = call({ ...read, path: '/v2/attempts/secret', secret: true })

let app: TestApp
let line: Line
let http: FastifyInstance
let gate: SessionGate
let member: BuiltMember
type Handle = (context: Context, attempt: number) => Promise<object>
let handle: Handle
/** Work done outside of the transactions, in order. */
const done: string[] = []
const topics = new Set<string>()

beforeAll(async () => {
  app = await createTestApp()
  member = await buildMember(app.db, app.now())
  line = openLine(app.databaseUrl, createLog('error'))
  const { db, live, events, files } = app.app
  gate = createSessionGate(sessionSource(db), line, app.now)
  http = Fastify()
  const parts = { db, events, files, gate, clock: app.now, limits: createLimits(db, app.now) }
  let attempts = 0
  const handlers = {
    change: (context: Context) => handle(context, (attempts += 1)),
    read: () => Promise.resolve({ text: 'x'.repeat(20_000) }),
    secret: () => Promise.resolve({ text: 'x'.repeat(20_000) }),
  }
  serveCalls(
    http,
    { probe: { change, read, secret } },
    { probe: handlers },
    {
      ...parts,
      catalogue: createCatalogue(db, line),
    },
  )
  http.addHook('onRequest', (_request, _reply, next) => {
    attempts = 0
    next()
  })
  live.watch({
    changed: (_dealerId, changed) => {
      for (const topic of changed) topics.add(topic)
    },
    missed: () => undefined,
  })
})
afterAll(async () => {
  await http.close()
  await line.stop()
  await app.close()
})
beforeEach(() => {
  done.length = 0
  topics.clear()
})

const post = (to: Call, headers: Record<string, string> = {}, by = member) =>
  http.inject({
    method: 'POST',
    url: to.path,
    payload: {},
    headers: { authorization: by.token, ...headers },
  })

/** Writes a row that open pages display. */
const write = (db: Executor, topic: 'attendance' | 'setting') =>
  topic === 'setting'
    ? db
        .insertInto('custom_source')
        .values({ dealer_id: member.dealerId, name: crypto.randomUUID() })
        .execute()
    : db
        .insertInto('attendance_sign')
        .values({
          dealer_id: member.dealerId,
          member_id: member.memberId,
          day: '2026-11-18',
          type: 1,
          is_outside: false,
          signed_at: app.now(),
        })
        .execute()

describe('a mutation', () => {
  it('does the deferred work of the attempt that commits alone', async () => {
    handle = async (context, attempt) => {
      context.afterwards(() => done.push(`after ${attempt}`))
      context.evenIfRefused(() => Promise.resolve(void done.push(`kept ${attempt}`)))
      await write(context.db, attempt === 3 ? 'attendance' : 'setting')
      return attempt < 3 ? Promise.reject(new Overtaken()) : Promise.resolve({ text: 'done' })
    }
    expect((await post(change)).json()).toMatchObject({ status: '0', text: 'done' })
    expect(done).toEqual(['kept 3', 'after 3'])
    expect([...topics]).toEqual(['attendance'])
  })

  it('starts no deferred work if it is refused, but does the work that survives a refusal', async () => {
    handle = async (context) => {
      context.afterwards(() => done.push('after'))
      context.evenIfRefused(() => Promise.resolve(void done.push('kept')))
      await write(context.db, 'setting')
      return Promise.reject(new Refusal('STALE'))
    }
    expect((await post(change)).json()).toMatchObject({ status: '-1' })
    expect(done).toEqual(['kept'])
    expect(topics.has('setting')).toBe(false)
  })

  it('checks the session before it commits, although an earlier attempt ended sessions', async () => {
    const frozen = await buildMember(app.db, app.now())
    const setStatus = (status: number) =>
      besideTransaction('another member does it', () => stageMember(app.db, frozen, { status }))
    handle = async (context, attempt) => {
      if (attempt === 1) {
        context.sessionsChanged()
        throw new Overtaken()
      }
      await setStatus(-1)
      await gate.settle()
      return { text: 'done' }
    }
    expect((await post(change, {}, frozen)).json()).toMatchObject({ status: '-100' })
    await setStatus(0)
    handle = (context) => {
      context.sessionsChanged()
      return Promise.resolve({ text: 'done' })
    }
    expect((await post(change, {}, frozen)).json()).toMatchObject({ status: '0' })
  })
})

describe('a transaction of a job', () => {
  it('emits the events of the attempt that commits alone, and none if it fails', async () => {
    let attempts = 0
    const work = transact(app.app.db, async (trx) => {
      attempts += 1
      await write(trx, attempts === 2 ? 'attendance' : 'setting')
      return attempts === 1 ? Promise.reject(new Overtaken()) : Promise.resolve()
    })
    await work
    expect([...topics]).toEqual(['attendance'])
    topics.clear()
    const failing = transact(app.app.db, async (trx) => {
      await write(trx, 'setting')
      return Promise.reject(new Error('a mistake'))
    })
    await expect(failing).rejects.toThrow('a mistake')
    expect(topics.has('setting')).toBe(false)
  })
})

it('a long response is compressed, but never one with a secret', async () => {
  const packed = await post(read, { 'accept-encoding': 'gzip' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(packed.rawPayload).toString()).toContain('xxx')
  const { headers, body } = await post(secret, { 'accept-encoding': 'gzip' })
  expect(headers['content-encoding']).toBeUndefined()
  expect(body).toContain('x'.repeat(20_000))
})

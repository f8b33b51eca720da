import { connect } from 'node:net'
import { rooms } from '@showroom/contract'
import { topics } from '@showroom/contract/kernel/topics'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, send } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildDealer, buildMember, newCustomer, stageMember } from '../../../test/factories.ts'
import type { BuiltMember } from '../../../test/factories.ts'
import { listenTo, originOf } from '../../../test/live.ts'
import type { Listening } from '../../../test/live.ts'
import { hashToken } from '../session/gate.ts'

/** A member's mutation reaches the open pages of colleagues, on any server process. */

const heartbeatMs = 100
let app: TestApp
let other: TestApp['app']
beforeAll(async () => {
  app = await createTestApp({ heartbeatMs })
  other = await app.startNode()
})
afterAll(() => app.close())

const member = (dealerId?: number): Promise<BuiltMember> =>
  buildMember(app.db, app.now(), dealerId ? { dealerId } : {})
const write = (node: TestApp['app'], by: BuiltMember) =>
  send(node, rooms.customer.add, by.token, newCustomer(app))

/** Sends an event and waits for it. All earlier events have arrived by then. */
async function settle(page: Listening, dealerId: number): Promise<void> {
  app.app.live.emit({ dealerId, topics: ['order'] })
  for (;;) {
    const event = await page.next()
    if ('topics' in event && event.topics.includes('order')) return
  }
}

async function metric(name: string, node = app.app): Promise<number> {
  const { body } = await node.http.inject('/metrics')
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1])
}

/** The ids of a session's streams. */
async function streamsOf(token: string): Promise<string[]> {
  const { streams } = await app.db
    .selectFrom('session')
    .select('streams')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow()
  return streams
}

describe('an open page', () => {
  it('receives the topics of a mutation on another process within two seconds', async () => {
    const by = await member()
    const page = await listenTo(other, (await member(by.dealerId)).token)
    const started = performance.now()
    expect(await write(app.app, by)).toMatchObject({ status: '0' })
    expect(await page.next()).toEqual({ topics: ['customer'] })
    expect(performance.now() - started).toBeLessThan(2000)
    page.leave()
  })

  it('receives nothing for a refused mutation or a query', async () => {
    const by = await member()
    const page = await listenTo(app.app, by.token)
    const refused = await app.post(rooms.customer.add, by.token, newCustomer(app, { name: '' }))
    expect(refused).toMatchObject({ status: '-1' })
    await app.post(rooms.customer.list, by.token, {})
    await settle(page, by.dealerId)
    expect(page.events).toEqual([])
    page.leave()
  })

  it('receives a hundred mutations as a few events', async () => {
    const { dealerId, token } = await member()
    const page = await listenTo(other, token)
    const before = await metric('showroom_live_hints_total')
    for (let i = 0; i < 100; i++) app.app.live.emit({ dealerId, topics: [i % 2 ? 'lead' : 'desk'] })
    expect(await page.next()).toEqual({ topics: ['desk', 'lead'] })
    expect((await metric('showroom_live_hints_total')) - before).toBeLessThanOrEqual(2)
    await settle(page, dealerId)
    expect(page.events).toEqual([])
    page.leave()
  })

  it('receives nothing of another dealer', async () => {
    const by = await member()
    const foreign = await member()
    const page = await listenTo(other, foreign.token)
    const own = await listenTo(other, by.token)
    await write(app.app, by)
    app.app.live.emit({ dealerId: by.dealerId, topics: ['notice'], memberIds: [foreign.memberId] })
    await settle(own, by.dealerId)
    await settle(page, foreign.dealerId)
    expect(page.events).toEqual([])
    page.leave()
    own.leave()
  })

  it("receives events for one member only if it is that member's", async () => {
    const one = await member()
    const two = await member(one.dealerId)
    const pages = [await listenTo(app.app, one.token), await listenTo(other, two.token)] as const
    app.app.live.emit({ dealerId: one.dealerId, topics: ['notice'], memberIds: [two.memberId] })
    expect(await pages[1].next()).toEqual({ topics: ['notice'] })
    await settle(pages[0], one.dealerId)
    expect(pages[0].events).toEqual([])
    for (const page of pages) page.leave()
  })

  it('receives events of any number of dealers, split into several notifications', async () => {
    const by = await member()
    const page = await listenTo(other, by.token)
    const all = await Promise.all(Array.from({ length: 20 }, () => buildDealer(app.db)))
    const memberIds = Array.from({ length: 100 }, (_, i) => 1_000_000 + i)
    for (const dealerId of [...all, by.dealerId])
      app.app.live.emit({ dealerId, topics, memberIds: [...memberIds, by.memberId] })
    expect(await page.next()).toEqual({ topics: topics.toSorted() })
    page.leave()
  })
})

describe('a page with known earlier data', () => {
  it('receives changes since then at once, on any process', async () => {
    const by = await member()
    const colleague = await member(by.dealerId)
    // When the witness receives an event, the process had it before the pages connect.
    const witness = await listenTo(other, colleague.token)
    const began = performance.now()
    const before = (): string => `?known=${Math.ceil(performance.now() - began)}`
    await write(app.app, by)
    await witness.next()
    app.app.live.emit({ dealerId: by.dealerId, topics: ['notice'], memberIds: [colleague.memberId] })
    await witness.next()
    const pages = [
      await listenTo(other, by.token, before()),
      await listenTo(other, colleague.token, before()),
    ] as const
    expect(await pages[0].next()).toEqual({ topics: ['customer'] })
    expect(await pages[1].next()).toEqual({ topics: ['customer', 'notice'] })
    await new Promise((resolve) => setTimeout(resolve, 20))
    const late = await listenTo(other, by.token, '?known=10')
    await settle(late, by.dealerId)
    expect(late.events).toEqual([])
    for (const page of [witness, ...pages, late]) page.leave()
  })

  it('receives no changes of another dealer', async () => {
    const by = await member()
    const own = await listenTo(app.app, by.token)
    await write(app.app, by)
    await own.next()
    const someone = await member()
    const foreign = await listenTo(app.app, someone.token, '?known=100')
    await settle(foreign, someone.dealerId)
    expect(foreign.events).toEqual([])
    for (const page of [own, foreign]) page.leave()
  })

  it('refetches everything if the process has not listened for that long', async () => {
    const page = await listenTo(app.app, (await member()).token, '?known=86400000')
    expect(await page.next()).toEqual({ missed: true })
    page.leave()
  })

  it('receives only later events if its parameter is invalid', async () => {
    const { token, dealerId } = await member()
    for (const query of ['?known=-1', '?known=x', '?known=1&known=2', '?known=1e400']) {
      const page = await listenTo(app.app, token, query)
      await settle(page, dealerId)
      expect(page.events).toEqual([])
      page.leave()
    }
  })
})

describe('the stream', () => {
  it('is not cached, compressed or buffered by proxies', async () => {
    const page = await listenTo(app.app, (await member()).token)
    expect(page.response.status).toBe(200)
    const headers = Object.fromEntries(page.response.headers)
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers['content-security-policy']).toMatch("default-src 'self'")
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    page.leave()
  })

  it('is refused without a session', async () => {
    for (const token of ['', 'unknown']) {
      const { response } = await listenTo(app.app, token)
      expect(response.status).toBe(401)
    }
  })

  it('accepts the token from the header only, never from a cookie', async () => {
    const { token } = await member()
    const response = await fetch(`${await originOf(app.app)}/live`, {
      headers: { cookie: `Dealer-User-Token=${token}` },
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ status: '-100', code: 100, detail: '登录过期' })
  })

  it('ends when the session does', async () => {
    const { token } = await member()
    const page = await listenTo(other, token)
    await app.post(rooms.access.logout, token, {})
    expect(await page.next()).toEqual({ end: 'session' })
    await page.over
  })

  it('ends when the member is frozen', async () => {
    const frozen = await member()
    const page = await listenTo(other, frozen.token)
    await stageMember(app.db, frozen, { status: -1 })
    expect(await page.next()).toEqual({ end: 'session' })
    await page.over
  })

  it('does not keep an unused session alive', async () => {
    const { token } = await member()
    const start = app.now()
    const page = await listenTo(other, token)
    app.advance(12 * 3600 + 1)
    expect(await page.next()).toEqual({ end: 'session' })
    app.setNow(start)
  })

  it('is limited to three per session over all processes: the oldest ends', async () => {
    const { token, dealerId } = await member()
    const pages: Listening[] = []
    const newest = async () => (await streamsOf(token)).at(-1)
    const open = async (): Promise<void> => {
      const before = await newest()
      pages.push(await listenTo(pages.length % 2 === 0 ? app.app : other, token))
      // Counted after its first byte, and before the next one opens: the order decides which ends.
      await expect.poll(newest).not.toBe(before)
    }
    for (let i = 0; i < 8; i++) await open()
    for (const page of pages.slice(0, 5)) {
      expect(await page.next()).toEqual({ end: 'replaced' })
      await page.over
    }
    await Promise.all(pages.slice(5).map((page) => settle(page, dealerId)))
    // One that leaves makes room.
    pages[6]?.leave()
    await expect.poll(() => streamsOf(token)).toHaveLength(2)
    await open()
    await Promise.all([5, 7, 8].flatMap((at) => pages[at] ?? []).map((page) => settle(page, dealerId)))
    for (const page of pages) page.leave()
    await expect.poll(() => streamsOf(token)).toEqual([])
  })

  it('is counted while it is open', async () => {
    const node = await app.startNode()
    const { token } = await member()
    const pages = [await listenTo(node, token), await listenTo(node, token)]
    expect(await metric('showroom_live_streams', node)).toBe(2)
    for (const page of pages) page.leave()
    await expect.poll(() => metric('showroom_live_streams', node)).toBe(0)
    expect((await node.http.inject('/metrics')).body).not.toMatch('path="/live"')
    await node.close()
  })

  it('is dropped if the client does not read, while other streams stay', async () => {
    const node = await app.startNode()
    const { token, dealerId } = await member()
    const { port, host, hostname } = new URL(await originOf(node))
    const deaf = connect(Number(port), hostname).on('error', () => undefined)
    deaf.write(`GET /live HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${token}\r\n\r\n`)
    await new Promise((resolve) => deaf.once('data', resolve))
    deaf.pause()
    const page = await listenTo(node, token)
    // The buffers between the two take some megabytes.
    const large = sql`format('[[%s,["%s"]]]', ${dealerId}::int, repeat('x', 7000) || n)`
    while ((await metric('showroom_live_streams', node)) === 2) {
      await sql`select pg_notify('live', ${large}) from generate_series(1, 20) n`.execute(app.db)
      await page.next()
    }
    await settle(page, dealerId)
    expect(await metric('showroom_live_streams', node)).toBe(1)
    deaf.destroy()
    page.leave()
    await node.close()
  })

  it('ends at once when the server stops, without delaying it', async () => {
    const node = await app.startNode()
    const pages = [await listenTo(node, (await member()).token), await listenTo(node, (await member()).token)]
    const started = performance.now()
    await node.close()
    expect(performance.now() - started).toBeLessThan(1500)
    for (const page of pages) {
      // The node's notification connection may open after the page's stream; earlier events then count as missed.
      let last = await page.next()
      if ('missed' in (last as object)) last = await page.next()
      expect(last).toEqual({ end: 'closing' })
      await page.over
    }
  })
})

describe('when the connection for notifications breaks', () => {
  const cut = async (): Promise<void> => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'showroom-line%'`.execute(app.db)
  }

  it('pages refetch everything and receive later events', async () => {
    const by = await member()
    const page = await listenTo(other, by.token)
    await cut()
    expect(await page.next()).toEqual({ missed: true })
    await write(app.app, by)
    // The writer's own connection may still be down; its events wait until it is back.
    expect(await page.next()).toEqual({ topics: ['customer'] })
    page.leave()
  })

  it('events sent meanwhile are delivered later', async () => {
    const by = await member()
    const page = await listenTo(app.app, by.token)
    await cut()
    app.app.live.emit({ dealerId: by.dealerId, topics: ['order'] })
    // Both may reach the page at once; that it missed something then covers the topic.
    expect(await page.next()).toEqual({ missed: true })
    const later = await Promise.race([
      page.next(),
      new Promise<undefined>((resolve) => setTimeout(resolve, 3000, undefined)),
    ])
    expect(later ?? { topics: ['order'] }).toEqual({ topics: ['order'] })
    page.leave()
  })

  it('invalid notifications are ignored', async () => {
    const by = await member()
    const page = await listenTo(app.app, by.token)
    await sql`select pg_notify('live', 'no list')`.execute(app.db)
    await settle(page, by.dealerId)
    expect(page.events).toEqual([])
    page.leave()
  })
})

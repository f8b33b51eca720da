import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { rooms } from '@showroom/contract'
import { livePath } from '@showroom/contract/kernel/live'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { holdCustomer } from '../../../test/cluster/holder.ts'
import { buildCustomer, buildMember, phoneFollow } from '../../../test/factories.ts'

/** Number of server processes connected to the database. Each has one connection for notifications. */
async function lines(app: TestApp): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name like 'showroom-line%'`.execute(app.db)
  return rows.length
}

describe('a draining server', () => {
  it('fails its probe, ends streams and kept connections, and goes on answering', async () => {
    const app = await createTestApp()
    const by = await buildMember(app.db, app.now())
    const node = await app.startNode()
    const address = await node.http.listen({ host: '127.0.0.1', port: 0 })
    const get = (path: string) => fetch(address + path, { headers: { authorization: by.token } })
    expect((await get('/readyz')).status).toBe(200)
    const events = (await get(livePath)).text()

    node.drain()
    expect(await events).toContain('{"end":"closing"}')
    const probe = await get('/readyz')
    expect(probe.status).toBe(503)
    expect(await probe.json()).toEqual({ status: 'draining' })
    expect((await get('/healthz')).status).toBe(200)
    expect((await get(livePath)).status).toBe(503)
    const answer = await fetch(address + rooms.access.profile.path, {
      method: 'POST',
      body: '{}',
      headers: { authorization: by.token, 'content-type': 'application/json' },
    })
    expect(answer.headers.get('connection')).toBe('close')
    expect(await answer.json()).toMatchObject({ status: '0' })
    await node.close()
    await app.close()
  })

  it('closes each kept connection after a whole response, so that its end resets none', async () => {
    const app = await createTestApp()
    const node = await app.startNode()
    await node.http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = node.http.server.address() as AddressInfo
    const ask = async (socket: Socket): Promise<string> => {
      socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n')
      const [text] = (await once(socket, 'data')) as [Buffer]
      return text.toString()
    }
    const sockets = Array.from({ length: 8 }, () => connect(port, '127.0.0.1'))
    for (const text of await Promise.all(sockets.map(ask)))
      expect(text).toMatch(/^connection: keep-alive\r$/im)

    node.drain()
    const ended = sockets.map((socket) => once(socket, 'close'))
    for (const text of await Promise.all(sockets.map(ask))) {
      expect(text).toMatch(/^connection: close\r$/im)
      expect(text).toMatch(/\r\n\r\n\{"status":"ok"\}$/)
    }
    // The argument says whether an error closed the socket.
    for (const [isError] of await Promise.all(ended)) expect(isError).toBe(false)
    await node.close()
    await app.close()
  })
})

describe('a stopping server', () => {
  it('finishes running requests, refuses new ones and closes its database connections', async () => {
    const app = await createTestApp()
    const by = await buildMember(app.db, app.now())
    const customer = await buildCustomer(app, by)
    const node = await app.startNode()
    await node.http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = node.http.server.address() as AddressInfo
    const post = (path: string, body: object) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { authorization: by.token, 'content-type': 'application/json' },
      })

    // The customer's row is locked, so that the follow-up has to wait.
    const holder = await holdCustomer(app, customer.customerId)
    const underWay = post(rooms.customer.follow.path, phoneFollow(app, customer))
    await holder.waiting(1)

    expect(await lines(app)).toBe(2)
    let closed = false
    const closing = node.close().then(() => (closed = true))
    await vi.waitFor(async () => {
      const late = await post(rooms.access.profile.path, {}).catch(() => undefined)
      expect(late?.status ?? 503).toBe(503)
    }, 20_000)
    expect(closed).toBe(false)
    await holder.release()
    const answer = (await (await underWay).json()) as { status: string }
    expect(answer).toMatchObject({ status: '0' })
    await closing
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')

    const followed = await app.post(rooms.customer.get, by.token, { customerId: customer.customerId })
    expect(followed.timelines).toHaveLength(2)
    await vi.waitFor(async () => expect(await lines(app)).toBe(1), 20_000)
    await app.close()
  })
})

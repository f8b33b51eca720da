import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { calls, rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSource, newLead, sendRaw } from '../src/lead/intake.factory.ts'
import type { BuiltSource } from '../src/lead/intake.factory.ts'
import type { Sends } from '../src/lead/intake/source.repository.ts'
import { createTestApp } from './app.ts'
import type { TestApp } from './app.ts'
import { buildMember } from './factories.ts'
import type { BuiltMember } from './factories.ts'

/** Bodies in other encodings than UTF-8. */

let app: TestApp
let member: BuiltMember
const senders = {} as Record<Sends, BuiltSource>
beforeAll(async () => {
  app = await createTestApp()
  for (const sends of ['leads', 'orders', 'records'] as const)
    senders[sends] = await buildSource(app.db, { sends })
  member = await buildMember(app.db, app.now(), { role: 1 })
})
afterAll(() => app.close())

/** A portal's lead, in GBK. */
const gbk = Buffer.from(
  'eyJsZWFkcyI6W3siZGVhbGVyQ29kZSI6IkhaMDAxIiwiZXh0ZXJuYWxJZCI6ImIwMjItMSIsIm5hbWUiOiLN9dChw/ciLCJtb2JpbGUiOiIxOTkwMDAyMjAwMSIsImNpdHkiOiK6vNbdIiwicmVtYXJrIjoiz6PN+8HLveLC5LXYvNsifV19',
  'base64',
)
const text = '请求内容不是UTF-8编码，请用UTF-8编码重新提交'

const bodies: readonly (readonly [name: string, body: Buffer])[] = [
  ['GBK', gbk],
  ['a broken sequence', Buffer.from([...Buffer.from('{"key":"'), 0xe4, 0xb8, ...Buffer.from('"}')])],
  ['an overlong sequence', Buffer.from([...Buffer.from('{"key":"'), 0xc0, 0xaf, ...Buffer.from('"}')])],
  ['an encoded surrogate', Buffer.from([...Buffer.from('{"key":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')])],
  ['UTF-16', Buffer.from('\ufeff{"key":"王"}', 'utf16le')],
]

/** The open endpoints that take a body, with their senders. */
const openPaths = [
  ['/open/v1/leads', 'leads'],
  ['/open/v1/leads/replay', 'leads'],
  ['/open/v1/orders/DD26111800001/status', 'orders'],
  ['/open/v1/orders/replay', 'orders'],
  ['/open/v1/calls', 'records'],
  ['/open/v1/testDrives', 'records'],
  ['/open/v1/contacts', 'records'],
  ['/open/v1/calls/recordings', 'records'],
  ['/open/v1/records/replay', 'records'],
] as const

describe.each(bodies)('a body in %s', (_name, body) => {
  it.each(calls.map((call) => call.path))('is refused by %s', async (url) => {
    const headers = { 'content-type': 'application/json', token: member.token }
    const response = await app.app.http.inject({ method: 'POST', url, payload: body, headers })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ status: '-1', code: 400, detail: text })
  })

  it.each(openPaths)('is refused by the open endpoint %s', async (path, sends) => {
    const answer = await sendRaw(app, senders[sends], body, { path })
    expect(answer).toMatchObject({ httpStatus: 400, status: '-1', code: 400, detail: text })
  })
})

it('knows every open endpoint that takes a body', async () => {
  const { paths } = (await app.app.http.inject({ url: '/docs/json' })).json<{
    paths: Record<string, object>
  }>()
  const open = Object.entries(paths).filter(
    ([path, methods]) => path.startsWith('/open/') && 'post' in methods,
  )
  expect(open).toHaveLength(openPaths.length)
})

describe.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
] as const)('a body compressed with %s', (encoding, compress) => {
  const body = compress(JSON.stringify({ leads: [newLead('NOBODY')] }))
  const headers = { 'content-encoding': encoding }
  const refusal = {
    status: '-1',
    code: 415,
    detail: `不支持${encoding}压缩的请求内容，请不压缩直接提交`,
  }

  it.each(openPaths)('is refused by the open endpoint %s, which names the encoding', async (path, sends) => {
    const answer = await sendRaw(app, senders[sends], body, { path, headers })
    expect(answer).toMatchObject({ httpStatus: 415, ...refusal })
  })

  it('is refused by a call', async () => {
    const response = await app.app.http.inject({
      method: 'POST',
      url: rooms.lead.list.path,
      payload: body,
      headers: { 'content-type': 'application/json', token: member.token, ...headers },
    })
    expect(response.statusCode).toBe(415)
    expect(response.json()).toEqual(refusal)
  })
})

it('takes a body that names the identity encoding', async () => {
  const body = JSON.stringify({ leads: [newLead('NOBODY')] })
  const answer = await sendRaw(app, senders.leads, body, { headers: { 'content-encoding': 'identity' } })
  expect(answer.receipts).toHaveLength(1)
})

it('takes UTF-8 with a byte order mark', async () => {
  const answer = await sendRaw(app, senders.leads, `\ufeff${JSON.stringify({ leads: [newLead('NOBODY')] })}`)
  expect(answer.receipts).toHaveLength(1)
})

it('keeps no delivery and no customer of a refused body', async () => {
  const count = async (): Promise<number> =>
    (await app.db.selectFrom('lead_delivery').select('id').execute()).length
  const before = await count()
  await sendRaw(app, senders.leads, gbk)
  expect(await count()).toBe(before)
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startReceiver } from '../../../test/outside/receiver.ts'
import type { Answering, Receiver } from '../../../test/outside/receiver.ts'
import { leadsInside, postInPublic, problemOf } from './public.ts'
import type { Lookup } from './public.ts'

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

const post = (url: string, more: { loopback?: boolean; lookup?: Lookup; timeoutMs?: number } = {}) => {
  const { timeoutMs = 1_000, ...reach } = more
  return postInPublic(url, { headers: { 'webhook-id': 'msg_1' }, body: '{"a":"字"}', timeoutMs }, reach)
}
const to =
  (...addresses: string[]): Lookup =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))

const inside = [
  '127.0.0.1',
  '127.1.2.3',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:0:7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'fc00::1',
  'fd00::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '4000::1',
]

describe('an address', () => {
  it.each(inside)('%s is refused as written and as the target of a name', async (address) => {
    const host = address.includes(':') ? `[${address}]` : address
    expect(problemOf(`https://${host}/hook`, {})).toBe('private')
    expect(await post(`https://${host}/hook`)).toMatchObject({ status: 0, failure: 'private' })
    expect(await post('https://hooks.example.com/', { lookup: to(address) })).toMatchObject({
      failure: 'private',
    })
    expect(await leadsInside('https://hooks.example.com/', { lookup: to(address) }, 500)).toBe(true)
  })

  it.each(['2130706433', '0x7f.1', '0177.0.0.1', '127.1', '0x7f000001', '0', '１２７.0.0.1', '127。0。0。1'])(
    '%s is refused in this spelling too',
    (host) => {
      expect(problemOf(`https://${host}/`, {})).toBe('private')
    },
  )

  it.each([
    ['http://hooks.example.com/', 'scheme'],
    ['http://127.0.0.1/', 'scheme'],
    ['https://user@hooks.example.com/', 'user'],
    ['https://user:word@hooks.example.com/', 'user'],
    ['https://hooks.example.com:22/', 'port'],
    ['https://hooks.example.com:5432/', 'port'],
  ])('%s is refused for its %s', (url, why) => {
    expect(problemOf(url, {})).toBe(why)
  })

  it.each([
    'https://hooks.example.com/a?b=c',
    'https://hooks.example.com:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ])('%s is allowed', (url) => {
    expect(problemOf(url, {})).toBeUndefined()
  })

  it('is refused if any of its addresses is private', async () => {
    expect(await post('https://hooks.example.com/', { lookup: to('8.8.8.8', '10.0.0.1') })).toMatchObject({
      failure: 'private',
    })
  })

  it('of this machine is allowed only for trials', async () => {
    expect(await post('https://localhost/', {})).toMatchObject({ failure: 'private' })
    const loopback = true
    expect(problemOf('http://localhost:4000/', { loopback })).toBeUndefined()
    for (const url of [
      'http://10.0.0.1/',
      'http://hooks.example.com/',
      'https://10.0.0.1/',
      'https://[fd00::1]/',
    ])
      expect(problemOf(url, { loopback })).toBeDefined()
  })
})

it('a URL that is refused as written is not resolved, whatever its name would resolve to', async () => {
  let lookups = 0
  const lookup: Lookup = () => {
    lookups += 1
    return Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  }
  const { host, port } = new URL(receiver.origin)
  const before = receiver.got.length
  for (const url of [
    `http://hooks.example.com:${port}/`,
    `https://hooks.example.com:${port}/`,
    `https://user@hooks.example.com/`,
    `http://user@${host}/`,
  ])
    expect(await post(url, { loopback: true, lookup }), url).toMatchObject({ status: 0, failure: 'private' })
  expect(lookups).toBe(0)
  expect(receiver.got).toHaveLength(before)
})

it('a name is resolved once and the connection uses the checked address', async () => {
  let lookups = 0
  const rebinding: Lookup = () => {
    lookups++
    return Promise.resolve([{ address: lookups === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }])
  }
  const { port } = new URL(receiver.origin)
  // A name allowed for trials; the test's own resolver decides its address.
  const answered = await post(`http://localhost:${port}/pinned`, { loopback: true, lookup: rebinding })
  expect(answered).toMatchObject({ status: 200, failure: '' })
  expect(lookups).toBe(1)
  expect(receiver.got.at(-1)).toMatchObject({ path: '/pinned', body: '{"a":"字"}', id: 'msg_1' })
})

it.each<[Answering, { status: number; failure: string }]>([
  [204, { status: 204, failure: '' }],
  [500, { status: 500, failure: '' }],
  ['html', { status: 502, failure: '' }],
  ['redirect', { status: 307, failure: '' }],
  ['huge', { status: 200, failure: '' }],
  ['slow body', { status: 200, failure: '' }],
  ['reset', { status: 0, failure: 'reset' }],
  ['half', { status: 0, failure: 'reset' }],
  ['upgrade', { status: 0, failure: 'reset' }],
  ['silence', { status: 0, failure: 'timeout' }],
])('a receiver that answers %s gives the expected result', async (how, outcome) => {
  receiver.answer('/how', how)
  const before = receiver.got.length
  const started = performance.now()
  const posted = await post(`${receiver.origin}/how`, { loopback: true, timeoutMs: 400 })
  expect(posted).toMatchObject(outcome)
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(posted.text.length).toBeLessThanOrEqual(192 * 1024)
  // Redirects are not followed.
  expect(receiver.got.length - before).toBe(1)
})

it('an unreachable receiver and an unknown name have different failures', async () => {
  expect(await post('http://127.0.0.1:1/', { loopback: true })).toMatchObject({ failure: 'refused' })
  const unknown: Lookup = () => Promise.reject(new Error('ENOTFOUND'))
  expect(await post('https://hooks.example.com/', { lookup: unknown })).toMatchObject({ failure: 'dns' })
  expect(await leadsInside('https://hooks.example.com/', { lookup: unknown }, 100)).toBe(false)
  const never: Lookup = () => new Promise(() => undefined)
  expect(await post('https://hooks.example.com/', { lookup: never, timeoutMs: 50 })).toMatchObject({
    failure: 'timeout',
  })
})

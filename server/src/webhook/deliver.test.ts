import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { scrape, valueOf } from '../../test/recount/series.ts'
import { startReceiver } from '../../test/outside/receiver.ts'
import type { Receiver } from '../../test/outside/receiver.ts'
import { serverEnvironment } from '../launch.ts'
import { buildDealer, buildMember } from '../team/team.factory.ts'
import { pauseAfter } from './deliver.worker.ts'
import { buildEndpoint, buildMessage } from './webhook.factory.ts'

let app: TestApp
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  app = await createTestApp({ webhooks: { loopback: true, timeoutMs: 2_000 } })
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})
beforeEach(async () => {
  await app.db.deleteFrom('webhook_message').execute()
})

let paths = 0
async function endpoint(dealerId?: number) {
  const path = `/d${(paths += 1)}`
  const store = dealerId ?? (await buildDealer(app.db))
  const id = await buildEndpoint(app.db, app.now(), { dealerId: store, url: receiver.origin + path })
  const message = (record: string): Promise<number> =>
    buildMessage(app.db, app.now(), { dealerId: store, endpointId: id, record })
  return { dealerId: store, id, path, message }
}
const stateOf = (id: number) =>
  app.db
    .selectFrom('webhook_message')
    .select(['state', 'tries', 'failures', 'status', 'failure', 'due_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const idsAt = (at: string): string[] => receiver.got.filter((one) => one.path === at).map(({ id }) => id)
const run = () => app.app.deliveries.run()

it('waits from five seconds to an hour with random jitter', () => {
  expect([1, 2, 3, 10, 11, 30].map((failures) => pauseAfter(failures, 1))).toEqual([
    5, 10, 20, 2_560, 3_600, 3_600,
  ])
  expect(pauseAfter(1, 0)).toBe(4)
})

describe('a record', () => {
  it('is sent in order: a failed message holds back its own record and no other', async () => {
    const { path, message } = await endpoint()
    const [first, second] = [await message('customer:1'), await message('customer:1')]
    const other = await message('customer:2')
    let works = false
    receiver.answer(path, ({ id }) => (id === `msg_${first}` && !works ? 500 : 200))
    await run()
    expect(idsAt(path).toSorted()).toEqual([`msg_${first}`, `msg_${other}`].toSorted())
    expect(await stateOf(first)).toMatchObject({ state: 0, tries: 1, failures: 1, status: 500 })
    expect(await stateOf(second)).toMatchObject({ state: 0, tries: 0 })
    works = true
    app.advance(5)
    await run()
    expect(idsAt(path).slice(2)).toEqual([`msg_${first}`, `msg_${second}`])
    expect(await stateOf(second)).toMatchObject({ state: 1, tries: 1 })
  })

  it('keeps its order when two processes send at once', async () => {
    const { path, message } = await endpoint()
    const node = await app.startNode()
    const sent = new Map<string, number[]>()
    for (let at = 0; at < 40; at++) {
      const record = `customer:${at % 4}`
      sent.set(record, [...(sent.get(record) ?? []), await message(record)])
    }
    let turn = 0
    receiver.answer(path, () => ((turn += 1) % 5 === 0 ? 500 : 200))
    for (let round = 0; round < 30 && idsAt(path).length < 200; round++) {
      await Promise.all([run(), node.deliveries.run()])
      app.advance(3_600)
    }
    expect(await app.db.selectFrom('webhook_message').select('id').where('state', '<>', 1).execute()).toEqual(
      [],
    )
    const arrived = [...new Set(idsAt(path))].map((id) => Number(id.slice(4)))
    for (const ids of sent.values()) expect(arrived.filter((id) => ids.includes(id))).toEqual(ids)
  })
})

describe('a receiver', () => {
  it.each([
    ['silence', { status: 0, failure: 'timeout' }],
    ['reset', { status: 0, failure: 'reset' }],
    ['redirect', { status: 307, failure: '' }],
    [404, { status: 404, failure: '' }],
  ] as const)('that answers with %s is retried', async (how, outcome) => {
    const { path, message } = await endpoint()
    receiver.answer(path, how)
    const id = await message('customer:1')
    await run()
    expect(await stateOf(id)).toMatchObject({ state: 0, tries: 1, ...outcome })
    receiver.answer(path, 'huge')
    app.advance(5)
    await run()
    expect(await stateOf(id)).toMatchObject({ state: 1, tries: 2, status: 200 })
    expect(idsAt('/elsewhere')).toEqual([])
  })

  it('counts as an outside system, with the failures since the last success', async () => {
    const { path, message } = await endpoint()
    receiver.answer(path, 500)
    await message('customer:1')
    await message('customer:2')
    await run()
    await app.app.outcomes.store()
    const read = async () =>
      valueOf(await scrape(app.app), 'showroom_outside_failures', { system: 'webhooks' })
    expect(await read()).toBeGreaterThan(0)
    receiver.answer(path, 200)
    app.advance(5)
    await run()
    await app.app.outcomes.store()
    expect(await read()).toBe(0)
  })

  it('that answers 410 is switched off, and its managers get a notice', async () => {
    const { dealerId, id, path, message } = await endpoint()
    const boss = await buildMember(app.db, app.now(), { dealerId, role: 2 })
    receiver.answer(path, 410)
    const [first, second] = [await message('customer:1'), await message('customer:2')]
    await run()
    const { data } = await app.post(rooms.webhook.list, boss.token, {})
    expect(data).toMatchObject([{ id, state: 2 }])
    expect([(await stateOf(first)).state, (await stateOf(second)).state]).toContain(2)
    const { data: notices } = await app.post(rooms.notice.list, boss.token, {})
    expect(notices).toMatchObject([{ text: expect.stringContaining('410') as string }])
    // Waiting messages are sent once the endpoint is switched on again.
    receiver.answer(path, 200)
    const third = await message('customer:3')
    await run()
    expect((await stateOf(third)).state).toBe(0)
    await app.post(rooms.webhook.switchTo, boss.token, { id, isOn: true })
    await run()
    expect((await stateOf(third)).state).toBe(1)
  })

  it('is given up after a day, and the next message is tried then', async () => {
    const { path, message } = await endpoint()
    receiver.answer(path, 500)
    const [first, second] = [await message('customer:1'), await message('customer:1')]
    const before = app.now()
    let rounds = 0
    while ((await stateOf(first)).state === 0 && rounds < 100) {
      rounds++
      await run()
      const { due_at: dueAt } = await stateOf(first)
      if ((await stateOf(first)).state === 0) app.setNow(dueAt)
    }
    expect(app.now().getTime() - before.getTime()).toBe(86_400_000)
    // Twelve pauses of up to an hour, then hourly.
    expect(rounds).toBeGreaterThan(25)
    expect(rounds).toBeLessThan(45)
    expect(await stateOf(second)).toMatchObject({ tries: 1 })
    app.setNow(before)
  })
})

it('a store with dead receivers holds up no other store', async () => {
  const slow = await createTestApp({ webhooks: { loopback: true, timeoutMs: 8_000 } })
  const { db, now } = slow
  const at = now()
  const store = async (path: string, records: number, dealerId: number) => {
    const endpointId = await buildEndpoint(db, at, { dealerId, url: receiver.origin + path })
    for (let record = 0; record < records; record++)
      await buildMessage(db, at, { dealerId, endpointId, record: `customer:${record}` })
  }
  const dead = await buildDealer(db)
  for (let place = 0; place < 10; place++) {
    receiver.answer(`/dead${place}`, 'silence')
    await store(`/dead${place}`, 4, dead)
  }
  await store('/alive', 1, await buildDealer(db))
  const running = slow.app.deliveries.run()
  const sentToDead = (): number => receiver.got.filter(({ path }) => path.startsWith('/dead')).length
  for (let tries = 0; tries < 700 && (idsAt('/alive').length === 0 || sentToDead() === 0); tries++)
    await setTimeout(10)
  expect(idsAt('/alive')).toHaveLength(1)
  const inHand = sentToDead()
  // Eight messages of a store, plus one for each further address.
  expect(inHand).toBeGreaterThan(0)
  expect(inHand).toBeLessThanOrEqual(17)
  await db.deleteFrom('webhook_message').where('dealer_id', '=', dead).where('tries', '=', 0).execute()
  await running
  await slow.close()
}, 60_000)

it('a message that a killed process had claimed is sent again under the same id when its lease ends', async () => {
  const { path, message } = await endpoint()
  receiver.answer(path, 'silence')
  const id = await message('customer:1')
  const next = await message('customer:1')
  const script = scriptOf('cluster/send-and-hang.ts')
  const killed = spawn(process.execPath, [script, app.databaseUrl, app.now().toISOString()], {
    stdio: 'inherit',
    env: serverEnvironment(),
  })
  for (let tries = 0; tries < 400 && idsAt(path).length === 0; tries++) await setTimeout(100)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(idsAt(path)).toEqual([`msg_${id}`])
  receiver.answer(path, 200)
  // Other processes cannot know whether it is still being sent.
  await run()
  expect(await stateOf(id)).toMatchObject({ state: 0, tries: 1 })
  app.advance(61)
  await run()
  expect(idsAt(path)).toEqual([`msg_${id}`, `msg_${id}`, `msg_${next}`])
  expect(await stateOf(id)).toMatchObject({ state: 1, tries: 2 })
}, 60_000)

const scriptOf = (name: string): string => resolve(import.meta.dirname, '../../test', name)

import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askFor } from '../src/contact/work.repository.ts'
import { insertBulk } from '../src/customer/bulk/bulk.repository.ts'
import { buildReceivingStore, buildSource, newLeads } from '../src/lead/intake.factory.ts'
import { insertDeliveries } from '../src/lead/intake/intake.repository.ts'
import { buildDevice } from '../src/notice/notice.factory.ts'
import { insertNotices } from '../src/notice/notice.repository.ts'
import { createLog } from '../src/platform/observe/log.ts'
import { insertPerson } from '../src/privacy/person.repository.ts'
import { queueNames } from '../src/platform/queues/queue.repository.ts'
import type { QueueName } from '../src/platform/queues/queue.repository.ts'
import { mintJobScope } from '../src/platform/session/session.ts'
import { textKind } from '../src/platform/texts/outbox.repository.ts'
import type { TextKind } from '../src/platform/texts/outbox.repository.ts'
import { buildMember, scopeOf } from '../src/team/team.factory.ts'
import { insertImport } from '../src/transfer/import/import.repository.ts'
import { buildWecomBinding } from '../src/access/access.factory.ts'
import { buildEndpoint, buildMessage } from '../src/webhook/webhook.factory.ts'
import { createTestApp } from './app.ts'
import type { TestApp } from './app.ts'
import { startReceiver } from './outside/receiver.ts'
import { sheetRow, storeSheet } from './sheets.ts'
import { startFakeWecom } from './outside/wecom.ts'

/** Every queue that serves stores in turns: a flood in one store does not delay another store's turn. */

interface Turn {
  readonly queue: QueueName
  readonly dealerId: number
}

let app: TestApp
let receiver: Awaited<ReturnType<typeof startReceiver>>
let wecom: Awaited<ReturnType<typeof startFakeWecom>>
let source: Awaited<ReturnType<typeof buildSource>>
const turns: Turn[] = []
let began: (turn: Turn) => void = () => undefined

beforeAll(async () => {
  receiver = await startReceiver()
  wecom = await startFakeWecom('https://showroom.example.com')
  const log = createLog('debug', {
    write(line) {
      const { msg, queue, dealerId } = JSON.parse(line) as Turn & { msg: string }
      if (msg !== 'turn') return
      turns.push({ queue, dealerId })
      began({ queue, dealerId })
    },
  })
  app = await createTestApp({
    log,
    outside: { wecom: wecom.config },
    webhooks: { loopback: true },
  })
  source = await buildSource(app.db)
})
afterAll(async () => {
  await app.close()
  await receiver.close()
  await wecom.close()
})

const member = (dealerId: number) => buildMember(app.db, app.now(), { dealerId, role: 1 })

async function postTexts(kind: TextKind, dealerId: number, total: number): Promise<void> {
  for (let at = 0; at < total; at++)
    await app.app.texts.post(app.db, {
      dealerId,
      kind,
      mobile: `1370000${String(at).padStart(4, '0')}`,
      content: '123456',
      at: app.now(),
    })
}

/** How to add work of a store to each queue, and how many pieces fill many turns. */
const queues: Record<
  QueueName,
  { readonly many: number; readonly add: (dealerId: number, code: string, total: number) => Promise<unknown> }
> = {
  leads: {
    many: 500,
    add: (dealerId, code, total) =>
      insertDeliveries(
        app.db,
        source.id,
        newLeads(total, code).map((body) => ({
          dealerId,
          externalId: body.externalId ?? '',
          body,
          warnings: [],
        })),
        app.now(),
      ),
  },
  imports: {
    many: 420,
    async add(dealerId, _code, total) {
      const by = await member(dealerId)
      const fileKey = await storeSheet(
        app,
        by,
        Array.from({ length: total }, () => sheetRow()),
      )
      const made = { fileKey, fileName: '客户.xlsx', isDirect: true, ip: '', now: app.now() }
      return insertImport(app.db, scopeOf(by), made)
    },
  },
  bulks: {
    many: 1_000,
    async add(dealerId, _code, total) {
      const scope = scopeOf(await member(dealerId))
      const customerIds = Array.from({ length: total }, (_, at) => 900_000_000 + at)
      const terms = { memberId: 0, remark: '', addTags: '', dropTags: '' }
      return insertBulk(app.db, scope, { action: 'wake', terms, customerIds, ip: '', now: app.now() })
    },
  },
  pushes: {
    many: 110,
    async add(dealerId, _code, total) {
      const { memberId, accountId } = await member(dealerId)
      await buildWecomBinding(app.db, accountId, { corpId: wecom.config.corpId })
      const notice = { memberId, kind: noticeKind.leadAssigned, text: '新线索' }
      return insertNotices(
        app.db,
        mintJobScope(dealerId, 0),
        Array.from({ length: total }, () => notice),
        app.now(),
      )
    },
  },
  devicePushes: {
    many: 110,
    async add(dealerId, _code, total) {
      const owner = await member(dealerId)
      // A device has one push of a kind.
      for (let at = 0; at < total; at++) await buildDevice(app.db, app.now(), owner)
      const notice = { memberId: owner.memberId, kind: noticeKind.leadAssigned, text: '新线索' }
      return insertNotices(app.db, mintJobScope(dealerId, 0), [notice], app.now())
    },
  },
  webhooks: {
    many: 80,
    async add(dealerId, _code, total) {
      const url = `${receiver.origin}/${dealerId}`
      const endpointId = await buildEndpoint(app.db, app.now(), { dealerId, url })
      for (let at = 0; at < total; at++)
        await buildMessage(app.db, app.now(), { dealerId, endpointId, record: `customer:${at}` })
    },
  },
  contacts: {
    many: 120,
    add: (dealerId, _code, total) =>
      askFor(app.db, [dealerId], {
        kind: 'contact',
        ids: Array.from({ length: total }, (_, at) => `wm-${dealerId}-${at}`),
        now: app.now(),
      }),
  },
  persons: {
    many: 1,
    async add(dealerId, _code, total) {
      const by = await buildMember(app.db, app.now(), { dealerId, role: 1 })
      const number = '19900000001'
      const person = { number, numbers: [number], customer: [], joins: [], lead: [], order: [] }
      for (let at = 0; at < total; at++)
        await insertPerson(app.db, scopeOf(by), { shown: '199****0001', person, ip: '', now: app.now() })
    },
  },
  codes: { many: 60, add: (dealerId, _code, total) => postTexts(textKind.code, dealerId, total) },
  texts: { many: 60, add: (dealerId, _code, total) => postTexts(textKind.customer, dealerId, total) },
}

it('all queues are open', () => {
  expect([...app.app.queues.works.keys()].toSorted()).toEqual([...queueNames].toSorted())
})

/** The store's row in `store_work` for the queue. */
const rowsOf = (queue: QueueName, dealerId: number) =>
  app.db
    .selectFrom('store_work')
    .select('due_at')
    .where('queue', '=', queue)
    .where('dealer_id', '=', dealerId)
    .execute()

describe.each(queueNames)('%s', (queue) => {
  const run = () =>
    queue === 'webhooks'
      ? app.app.deliveries.run()
      : queue === 'codes' || queue === 'texts'
        ? app.app.texts.run()
        : app.app.queues.works.get(queue)?.run()

  it('gives another store its turn within a few batches of a flooded store', async () => {
    const [flooded, quiet] = [await buildReceivingStore(app), await buildReceivingStore(app)]
    const { many, add } = queues[queue]
    await add(flooded.dealerId, flooded.code, many)
    const isFlooded = new Promise<void>((resolve) => {
      began = (turn) => turn.queue === queue && turn.dealerId === flooded.dealerId && resolve()
    })
    turns.length = 0
    const running = run()
    await isFlooded
    await add(quiet.dealerId, quiet.code, 1)
    const before = turns.length
    app.app.queues.works.get(queue)?.wake([quiet.dealerId])
    await running
    await run()
    const seen = turns.filter((turn) => turn.queue === queue).map(({ dealerId }) => dealerId)
    expect(seen).toContain(quiet.dealerId)
    // Its notice may arrive before the wake-up.
    expect(seen.indexOf(quiet.dealerId) - before).toBeLessThanOrEqual(2)
    // A turn is a small part of the flood.
    expect(seen.filter((dealerId) => dealerId === flooded.dealerId).length).toBeGreaterThanOrEqual(5)
  }, 60_000)

  it('finds work after an empty wake-up, and work that was never announced', async () => {
    const store = await buildReceivingStore(app)
    await queues[queue].add(store.dealerId, store.code, 1)
    expect(await rowsOf(queue, store.dealerId)).not.toEqual([])
    await app.db.deleteFrom('store_work').where('dealer_id', '=', store.dealerId).execute()
    turns.length = 0
    await run()
    expect(turns.filter(({ dealerId }) => dealerId === store.dealerId)).toEqual([])
    await app.app.jobs.find(({ name }) => name === 'find-forgotten-work')?.run()
    await run()
    expect(turns).toContainEqual({ queue, dealerId: store.dealerId })
    const due = (await rowsOf(queue, store.dealerId)).filter(({ due_at }) => due_at <= app.now())
    expect(due, 'nothing is due any more').toEqual([])
  }, 60_000)
})

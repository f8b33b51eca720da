import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { besideTransaction } from '../../platform/db/held.ts'
import { announceWork } from '../../platform/queues/queue.repository.ts'
import {
  buildSource,
  buildReceivingStore,
  deliver,
  leadsOf,
  newLead,
  newLeads,
  sendLeads,
  sendRaw,
} from '../intake.factory.ts'
import type { BuiltSource } from '../intake.factory.ts'
import { signatureOf } from '../../platform/open/signature.ts'
import { seal, unseal } from '../../platform/config/seal.ts'
import { countWaiting } from '../../../test/cluster/holder.ts'

let app: TestApp
let source: BuiltSource
let store: Awaited<ReturnType<typeof buildReceivingStore>>
beforeAll(async () => {
  app = await createTestApp()
  source = await buildSource(app.db)
})
beforeEach(async () => {
  store = await buildReceivingStore(app)
})
afterAll(() => app.close())

const leadDeliveries = (dealerId: number) =>
  app.db.selectFrom('lead_delivery').selectAll().where('dealer_id', '=', dealerId).orderBy('id').execute()
const receiptAt = (receipt: string, by = source) =>
  sendRaw(app, by, '', { method: 'GET', path: `/open/v1/leads/${receipt}` })

describe('a signed request', () => {
  it('is accepted and becomes a lead that waits for cleaning', async () => {
    const lead = newLead(store.code, {
      series: '澜岳 不知名',
      province: '浙江',
      city: '宁波',
      clueLevel: 1,
      budget: '20-25万',
      paymentMoney: 99_900,
      historySpec: ['岚图FREE'],
      createdAt: 1_795_000_000,
    })
    const sent = await deliver(app, source, [lead])
    expect(sent).toMatchObject({
      httpStatus: 202,
      status: '0',
      receipts: [{ externalId: lead.externalId, state: 'accepted' }],
    })
    const [made] = await leadsOf(app, store.dealerId)
    expect(made).toMatchObject({
      external_id: `${source.id}:${lead.externalId}`,
      source_id: 10,
      status: 1,
      tab: 1,
      name: '孟小满',
      mobile: lead.mobile,
      series_id: null,
      province: '浙江省',
      city: '宁波市',
      is_remote: 1,
      clue_level: 1,
      created_at: app.now(),
      facts: {
        seriesName: '澜岳 不知名',
        budget: '20-25万',
        paymentMoney: 99_900,
        historySpec: '["岚图FREE"]',
        createdAt: 1_795_000_000,
      },
    })
    const events = await app.db
      .selectFrom('lead_event')
      .selectAll()
      .where('lead_id', '=', made?.id ?? 0)
      .execute()
    expect(events).toMatchObject([
      { member_id: 0, handle_name: '系统', result: '线索进入', remark: '希望了解落地价' },
    ])
    const receipt = sent.receipts[0]?.receipt ?? ''
    expect(await receiptAt(receipt)).toMatchObject({
      httpStatus: 200,
      receipt,
      externalId: lead.externalId,
      state: 'done',
      errors: [],
    })
  })

  it('finds a series by its id, and by its name with any spaces', async () => {
    const { name } = await app.db
      .selectFrom('series')
      .select('name')
      .where('id', '=', 1201)
      .executeTakeFirstOrThrow()
    const there = await buildReceivingStore(app)
    await deliver(app, source, [
      newLead(there.code),
      newLead(there.code, { series: ` ${name.toLowerCase()} ` }),
      newLead(there.code, { series: '' }),
    ])
    expect((await leadsOf(app, there.dealerId)).map((lead) => lead.series_id)).toEqual([1201, 1201, null])
  })

  it('is refused with a wrong signature, an unknown key, or no headers', async () => {
    const lead = newLead(store.code)
    const wrong = { httpStatus: 401, code: 401, detail: '来源标识或签名无效' }
    expect(await sendLeads(app, { ...source, secret: 'other' }, [lead])).toMatchObject(wrong)
    expect(await sendLeads(app, { ...source, key: 'nobody' }, [lead])).toMatchObject(wrong)
    const headers = { 'x-signature': 'abc' }
    expect(await sendLeads(app, source, [lead], { headers })).toMatchObject(wrong)
    const late = { httpStatus: 401, detail: '时间戳无效或已过期' }
    for (const timestamp of ['', 'now', '0'])
      expect(await sendLeads(app, source, [lead], { headers: { 'x-timestamp': timestamp } })).toMatchObject(
        late,
      )
    expect((await leadDeliveries(store.dealerId)).map((one) => one.external_id)).not.toContain(
      lead.externalId,
    )
  })

  it('is valid for five minutes in both directions', async () => {
    const body = JSON.stringify({ leads: [newLead(store.code)] })
    const at = async (offset: number) => {
      const timestamp = String(app.now().getTime() / 1000 + offset)
      const signature = signatureOf(source.secret, timestamp, body)
      const headers = { 'x-timestamp': timestamp, 'x-signature': signature }
      return (await sendRaw(app, source, body, { headers })).httpStatus
    }
    expect(await at(-300)).toBe(202)
    expect(await at(300)).toBe(202)
    expect(await at(-301)).toBe(401)
    expect(await at(301)).toBe(401)
  })

  it('is taken with headers as they are copied', async () => {
    const { code } = await buildReceivingStore(app)
    const latin1 = (text: string): string => Buffer.from(text).toString('latin1')
    for (const spell of [
      (text: string) => ` ${text} `,
      (text: string) => text.toUpperCase(),
      (text: string) => latin1(`\u200b${text}\u00a0`),
      (text: string) => latin1(`\u202d${text}\u202c`),
    ]) {
      const body = JSON.stringify({ leads: [newLead(code)] })
      const timestamp = String(Math.floor(app.now().getTime() / 1000))
      const headers = {
        'x-source-key': spell(source.key).replace(source.key.toUpperCase(), source.key),
        'x-timestamp': spell(timestamp),
        'x-signature': spell(signatureOf(source.secret, timestamp, body)),
      }
      expect((await sendRaw(app, source, body, { headers })).httpStatus).toBe(202)
    }
  })

  it('signs the bytes: another body under the same signature is refused', async () => {
    const timestamp = String(app.now().getTime() / 1000)
    const body = JSON.stringify({ leads: [newLead(store.code)] })
    const headers = { 'x-signature': signatureOf(source.secret, timestamp, body) }
    expect((await sendRaw(app, source, body.replace('孟', '王'), { headers })).httpStatus).toBe(401)
    expect((await sendRaw(app, source, body, { headers })).httpStatus).toBe(202)
  })

  it('cannot read a receipt of another source', async () => {
    const sent = await deliver(app, source, [newLead(store.code)])
    const receipt = sent.receipts[0]?.receipt ?? ''
    const other = await buildSource(app.db)
    // The cached directory does not have the new source at first, but a second later.
    await expect.poll(async () => (await receiptAt(receipt, other)).httpStatus).toBe(404)
    expect((await receiptAt('1-999999999')).httpStatus).toBe(404)
    expect((await receiptAt('x')).httpStatus).toBe(404)
  })
})

describe('a lead sent twice', () => {
  it('is one lead and returns the first receipt', async () => {
    const there = await buildReceivingStore(app)
    const lead = newLead(there.code)
    const first = await deliver(app, source, [lead])
    const again = await deliver(app, source, [{ ...lead, name: '改名' }])
    expect(again.receipts).toEqual([
      { receipt: first.receipts[0]?.receipt, externalId: lead.externalId, state: 'repeated' },
    ])
    expect(await leadsOf(app, there.dealerId)).toMatchObject([{ name: '孟小满' }])
    const twice = newLead(there.code)
    const both = await deliver(app, source, [twice, twice])
    expect(both.receipts.map((one) => one.state)).toEqual(['accepted', 'repeated'])
    expect(new Set(both.receipts.map((one) => one.receipt)).size).toBe(1)
    expect(await leadsOf(app, there.dealerId)).toHaveLength(2)
  })

  it('is one lead, also from twenty concurrent requests on two processes', async () => {
    const there = await buildReceivingStore(app)
    const lead = newLead(there.code)
    const other = await app.startNode()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => sendLeads(app, source, [lead], at % 2 ? { node: other } : {})),
    )
    const receipts = answers.flatMap((answer) => answer.receipts)
    expect(receipts.filter((one) => one.state === 'accepted')).toHaveLength(1)
    expect(new Set(receipts.map((one) => one.receipt)).size).toBe(1)
    await Promise.all([app.app.intake.idle(), other.intake.idle()])
    await other.intake.stop()
    expect(await leadsOf(app, there.dealerId)).toHaveLength(1)
  })

  it('is one lead even if its delivery was deleted meanwhile', async () => {
    const there = await buildReceivingStore(app)
    const lead = newLead(there.code)
    await deliver(app, source, [lead])
    await app.db.deleteFrom('lead_delivery').where('dealer_id', '=', there.dealerId).execute()
    await deliver(app, source, [lead])
    expect(await leadsOf(app, there.dealerId)).toHaveLength(1)
    expect(await leadDeliveries(there.dealerId)).toMatchObject([{ state: 1 }])
  })
})

it('a delivery becomes a lead on a process whose directory lacks the store', async () => {
  const other = await app.startNode()
  await deliver(app, source, [newLead(store.code)], other)
  const there = await buildReceivingStore(app)
  const lead = newLead(there.code)
  await app.db
    .insertInto('lead_delivery')
    .values({
      dealer_id: there.dealerId,
      source_key: source.id,
      external_id: lead.externalId,
      body: JSON.stringify(lead),
      received_at: app.now(),
    })
    .execute()
  await announceWork(app.db, 'leads', [there.dealerId], app.now())
  await other.intake.poll()
  await other.intake.idle()
  await other.intake.stop()
  expect(await leadsOf(app, there.dealerId)).toMatchObject([{ mobile: lead.mobile }])
})

describe('invalid fields', () => {
  it('of store and mobile refuse the lead, and the delivery is kept', async () => {
    const bad = newLead(store.code, { mobile: '123', zhwxUrl: 'javascript:alert(1)' })
    const sent = await sendLeads(app, source, [bad])
    expect(sent).toMatchObject({
      httpStatus: 400,
      status: '-1',
      receipts: [
        {
          state: 'refused',
          errors: [{ path: 'mobile', text: '请输入正确的手机号' }],
          warnings: [{ path: 'zhwxUrl', text: '链接格式不正确' }],
        },
      ],
    })
    const [receipt] = sent.receipts
    expect(await receiptAt(receipt?.receipt ?? '')).toMatchObject({
      state: 'refused',
      errors: receipt?.errors,
      warnings: receipt?.warnings,
    })
    expect((await leadDeliveries(store.dealerId)).at(-1)?.body).toEqual(bad)
    const unknown = await sendLeads(app, source, [newLead('NOWHERE')])
    expect(unknown.receipts.map((one) => one.errors)).toEqual([
      [{ path: 'dealerCode', text: '门店编码不存在' }],
    ])
  })

  it('of one lead do not block the other leads', async () => {
    const there = await buildReceivingStore(app)
    const sent = await deliver(app, source, [newLead(there.code), 'nonsense', null, newLead(there.code)])
    expect(sent.httpStatus).toBe(202)
    expect(sent.receipts.map((one) => one.state)).toEqual(['accepted', 'refused', 'refused', 'accepted'])
    expect(sent.receipts[1]?.errors).toEqual([{ path: '', text: '线索应为对象' }])
    expect(await leadsOf(app, there.dealerId)).toHaveLength(2)
  })

  it('of the request itself are reported', async () => {
    expect(await sendRaw(app, source, '{')).toMatchObject({ httpStatus: 400, detail: '请求格式不正确' })
    for (const body of ['{}', '{"leads":[]}', '{"leads":{}}', 'null'])
      expect((await sendRaw(app, source, body)).httpStatus).toBe(400)
    expect(await sendLeads(app, source, newLeads(51, store.code))).toMatchObject({
      httpStatus: 400,
      errors: [{ path: 'leads', text: '一次最多50条线索' }],
    })
    expect((await sendRaw(app, source, `{"x":"${'x'.repeat(600_000)}"}`)).httpStatus).toBe(413)
  })

  it('with NUL and lone surrogates do no harm', async () => {
    const there = await buildReceivingStore(app)
    const body = `{"leads":[${JSON.stringify(newLead(there.code, { name: 'NAME' })).replace('NAME', '张\\u0000三\\ud83d')}]}`
    expect((await sendRaw(app, source, body)).httpStatus).toBe(202)
    await app.app.intake.idle()
    expect(await leadsOf(app, there.dealerId)).toMatchObject([{ name: '张三' }])
  })

  it('with NUL and lone surrogates in unknown field names do not block the lead', async () => {
    const there = await buildReceivingStore(app)
    const [plain, odd] = [newLead(there.code), newLead(there.code)]
    const extra = String.raw`"extra":{"x\u0000":1,"y\udc00":[{"z\u0000":2}],"kept":3},"name\u0000":"王五",`
    const body = `{"leads":[${JSON.stringify(plain)},{${extra}${JSON.stringify(odd).slice(1)}]}`
    expect((await sendRaw(app, source, body)).receipts).toMatchObject([
      { externalId: plain.externalId, state: 'accepted' },
      { externalId: odd.externalId, state: 'accepted' },
    ])
    await app.app.intake.idle()
    expect(await leadsOf(app, there.dealerId)).toMatchObject([{ name: '孟小满' }, { name: '孟小满' }])
    expect((await leadDeliveries(there.dealerId))[1]?.body).toEqual({ ...odd, extra: { kept: 3 } })
  })

  it('with a hundred thousand nested lists do no harm', async () => {
    const there = await buildReceivingStore(app)
    const lead = JSON.stringify(newLead(there.code, { remark: 'DEEP' }))
    for (const depth of [30, 7_000, 100_000]) {
      const deep = lead.replace('"DEEP"', '['.repeat(depth) + ']'.repeat(depth))
      expect(await sendRaw(app, source, `{"leads":[${deep}]}`)).toMatchObject({ httpStatus: 400 })
    }
  })

  it('with a number as the name are masked, because names are displayed unmasked', async () => {
    const there = await buildReceivingStore(app)
    await deliver(app, source, [newLead(there.code, { name: '用户13812345678' })])
    expect(await leadsOf(app, there.dealerId)).toMatchObject([{ name: '用户138****5678' }])
  })
})

describe('refused deliveries', () => {
  const replay = (body: object = {}) =>
    besideTransaction(
      'another system is not part of a test’s transaction',
      async () => await sendRaw(app, source, JSON.stringify(body), { path: '/open/v1/leads/replay' }),
    )

  it('become leads once when they are replayed after the cause is fixed', async () => {
    const lead = newLead('LATER')
    const sent = await sendLeads(app, source, [lead])
    const was = sent.receipts[0]?.receipt ?? ''
    const still = await replay({ receipts: [was] })
    expect(still.receipts).toMatchObject([{ was, receipt: was, state: 'refused' }])
    const there = await buildReceivingStore(app)
    await app.db.updateTable('dealer').set({ code: 'LATER' }).where('id', '=', there.dealerId).execute()
    const [one, two] = await Promise.all([replay({ receipts: [was] }), replay({ receipts: [was] })])
    const states = [one, two].map(({ receipts }) => receipts[0]?.state)
    expect(new Set(states)).toEqual(new Set(['accepted', 'repeated']))
    const receipt = one.receipts[0]?.receipt ?? ''
    for (const { receipts } of [one, two])
      expect(receipts).toMatchObject([{ was, receipt, externalId: lead.externalId }])
    await app.app.intake.idle()
    expect(await leadsOf(app, there.dealerId)).toMatchObject([{ mobile: lead.mobile, status: 1 }])
    expect(await receiptAt(was)).toMatchObject({ state: 'replayed', replayedAs: receipt })
    expect((await replay({ receipts: [was] })).receipts).toEqual([
      { was, receipt, externalId: lead.externalId, state: 'repeated' },
    ])
    expect((await replay()).receipts.filter((again) => again.was === was)).toEqual([])
    // Sent again by its sender, it is the same lead.
    expect((await deliver(app, source, [lead])).receipts).toMatchObject([{ state: 'repeated' }])
    expect(await leadsOf(app, there.dealerId)).toHaveLength(1)
  })

  it('sent twice become one lead when they are replayed', async () => {
    const lead = newLead('SOON')
    await sendLeads(app, source, [lead, lead])
    const there = await buildReceivingStore(app)
    await app.db.updateTable('dealer').set({ code: 'SOON' }).where('id', '=', there.dealerId).execute()
    const { receipts } = await replay()
    const ours = receipts.filter((one) => one.externalId === lead.externalId)
    expect(ours.map((one) => one.state)).toEqual(['accepted', 'repeated'])
    expect(new Set(ours.map((one) => one.receipt)).size).toBe(1)
    await app.app.intake.idle()
    expect(await leadsOf(app, there.dealerId)).toHaveLength(1)
  })

  it('locked by another request are waited for, so that none is left out', async () => {
    const lead = newLead('IN HAND')
    const was = (await sendLeads(app, source, [lead])).receipts[0]?.receipt ?? ''
    const answers = await app.db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('lead_delivery')
        .select('id')
        .where('dealer_id', '=', 0)
        .where('external_id', '=', lead.externalId)
        .forUpdate()
        .execute()
      const requests = [replay({ receipts: [was] }), replay()]
      await expect.poll(() => countWaiting(app)).toBe(2)
      return requests
    })
    for (const { receipts } of await Promise.all(answers))
      expect(receipts).toContainEqual(expect.objectContaining({ was, state: 'refused' }))
  })

  it('are identified by store and number', async () => {
    const was = (await sendLeads(app, source, [newLead('NAMED')])).receipts[0]?.receipt ?? ''
    const elsewhere = was.replace(/^0-/, `${store.dealerId}-`)
    expect((await replay({ receipts: [elsewhere] })).receipts).toEqual([])
    expect((await replay({ receipts: [elsewhere, was] })).receipts).toMatchObject([{ was }])
  })

  it('can be replayed by their own source only', async () => {
    await sendLeads(app, source, [newLead('NEVER')])
    const other = await buildSource(app.db)
    const answer = () => sendRaw(app, other, '{}', { path: '/open/v1/leads/replay' })
    await expect.poll(async () => (await answer()).httpStatus).toBe(200)
    expect((await answer()).receipts).toEqual([])
  })
})

describe('a source that sends too much', () => {
  it('gets the time to retry', async () => {
    const slow = await buildSource(app.db, { rate: 1 })
    const leads = (total: number) => newLeads(total, store.code)
    await expect.poll(async () => (await sendLeads(app, slow, leads(5))).httpStatus).toBe(202)
    const refused = await sendLeads(app, slow, leads(3))
    expect(refused).toMatchObject({ httpStatus: 429, code: 429 })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(2)
    // Other sources are not blocked.
    expect((await sendLeads(app, source, leads(1))).httpStatus).toBe(202)
  })
})

describe('a secret', () => {
  it('is sealed with the server’s secret and readable with that secret only', () => {
    const sealed = seal('one server secret', 'portal secret')
    expect(sealed.includes('portal')).toBe(false)
    expect(unseal('one server secret', sealed)).toBe('portal secret')
    expect(() => unseal('another', sealed)).toThrow('authenticate')
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
    expect(() => unseal('one server secret', sealed)).toThrow('authenticate')
  })
})

it('the open routes are in the OpenAPI document', async () => {
  const document = await app.app.http.inject({ url: '/docs/json' })
  const { paths } = document.json<{ paths: Record<string, object> }>()
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['/open/v1/leads', '/open/v1/leads/{receipt}', '/open/v1/leads/replay']),
  )
})

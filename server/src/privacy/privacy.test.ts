import { rooms } from '@showroom/contract'
import { errors } from '@showroom/contract/kernel/errors'
import { cityReason, leadStatus } from '@showroom/contract/lead/lead.rules'
import { confirmWord, personState } from '@showroom/contract/privacy/privacy.schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCustomer, buildMember } from '../../test/factories.ts'
import { plantRow } from '../../test/cluster/plant.ts'
import type { BuiltMember } from '../../test/factories.ts'
import { phoneFollow } from '../customer/customer.factory.ts'
import { buildLead, manualValid } from '../lead/lead.factory.ts'
import { buildOrder } from '../order/order.factory.ts'
import { secondsOf } from '../platform/clock.ts'
import { readXlsx } from '../platform/xlsx/xlsx.ts'

const { ask, copy, erase, list } = rooms.privacy
const { clear, detail, noContact } = rooms.lead

let app: TestApp
let head: BuiltMember
let consultant: BuiltMember
let count = 0
let mobile = ''
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  head = await buildMember(app.db, app.now(), { role: 1 })
  consultant = await buildMember(app.db, app.now(), { dealerId: head.dealerId })
  count += 1
  mobile = `1371234${String(count).padStart(4, '0')}`
})
afterAll(() => app.close())

const work = () => app.app.queues.works.get('persons')
async function search(number = mobile): Promise<number> {
  const { id, ...answer } = await app.post(ask, head.token, { number })
  expect(answer.status, answer.text).toBe('0')
  await work()?.run()
  return id ?? 0
}
const requestOf = async (id: number) =>
  (await app.post(list, head.token, {})).data?.find((one) => one.id === id)
const confirm = (id: number, by = head) => app.post(erase, by.token, { id, word: confirmWord })
async function eraseAll(number = mobile): Promise<number> {
  const id = await search(number)
  expect(await confirm(id)).toMatchObject({ status: '0' })
  await work()?.run()
  expect(await requestOf(id)).toMatchObject({ state: personState.erased })
  return id
}
const customerRow = (id: number) =>
  app.db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const foundOf = async (id: number) =>
  Object.fromEntries((await requestOf(id))?.found.map(({ title, ...kind }) => [title, kind]) ?? [])

describe('a search', () => {
  it('finds the customer, its leads and texts of others with the number, and changes nothing', async () => {
    const { customerId } = await buildCustomer(app, consultant, { name: '郑小满', mobile })
    await buildLead(app, head, { mobile, name: '郑女士' })
    const other = await buildCustomer(app, consultant, {
      remark: `介绍人 ${mobile.slice(0, 3)} ${mobile.slice(3)}`,
    })
    const before = await customerRow(customerId)
    const id = await search()
    expect(await requestOf(id)).toMatchObject({
      state: personState.found,
      number: `137****${mobile.slice(-4)}`,
      names: ['郑**'],
    })
    expect(await foundOf(id)).toMatchObject({
      客户档案: { own: 1, mentions: 0 },
      线索: { own: 1 },
      商机: { own: 1, mentions: 1 },
    })
    expect(await customerRow(customerId)).toEqual(before)
    expect(other.customerId).not.toBe(customerId)
  })

  it('takes a number that is someone’s second phone as a mention of that file only', async () => {
    const { customerId } = await buildCustomer(app, consultant, { secondardPhone: mobile })
    await eraseAll()
    expect(await customerRow(customerId)).toMatchObject({
      name: '林晓雨',
      second_phone: '已删除',
      is_erased: false,
    })
  })

  it('takes every spelling of a mobile', async () => {
    await buildCustomer(app, consultant, { mobile })
    const parts = `${mobile.slice(0, 3)} ${mobile.slice(3, 7)}-${mobile.slice(7)}`
    for (const number of [
      `+86 ${parts}`,
      `0086${mobile}`,
      `tel:${parts}`,
      `＋８６${mobile}`,
      `\u202d${mobile}\u202c`,
    ])
      expect(await foundOf(await search(number))).toMatchObject({ 客户档案: { own: 1 } })
  })

  it('finds and erases a lead by the number that it has instead of a mobile', async () => {
    const lead = { mobile: '', second_phone: `00852 6123 ${String(count).padStart(4, '0')}` }
    const id = await buildLead(app, head, { ...lead, name: '郑女士' })
    const hidden = await buildLead(app, head, { mobile: '', second_phone: `95013606${count}00005-8821` })
    // The second number of another person's lead is a mention.
    const other = await buildLead(app, head, { second_phone: lead.second_phone })
    await eraseAll(`+852-6123-${String(count).padStart(4, '0')}`)
    await eraseAll(`95013606${count}00005`)
    const rows = await app.db
      .selectFrom('lead')
      .selectAll()
      .where('id', 'in', [id, hidden, other])
      .orderBy('id')
      .execute()
    expect(rows).toMatchObject([
      { name: '已删除', mobile: '', second_phone: '' },
      { name: '已删除', mobile: '', second_phone: '' },
      { name: expect.stringMatching(/^线索/), second_phone: '已删除', mobile: expect.stringMatching(/^135/) },
    ])
  })

  it('finds by WeChat and by identity number', async () => {
    const { customerId } = await buildCustomer(app, consultant, { weixin: `wx_zheng${count}`, mobile })
    expect(await foundOf(await search(`wx_zheng${count}`))).toMatchObject({ 客户档案: { own: 1 } })
    await eraseAll(`wx_zheng${count}`)
    expect(await customerRow(customerId)).toMatchObject({ name: '已删除', mobile: '', weixin: '' })
  })

  it('sees nothing of another store', async () => {
    const stranger = await buildMember(app.db, app.now())
    const { customerId } = await buildCustomer(app, stranger, { mobile })
    await eraseAll()
    expect(await customerRow(customerId)).toMatchObject({ mobile })
  })

  it.each(['', '1371234', '张三', 'wx'])('refuses %j, which is no complete number', async (number) => {
    expect(await app.post(ask, head.token, { number })).toMatchObject({
      code: 400,
      errors: [{ path: 'number', text: '请输入完整的手机号、微信号或证件号码' }],
    })
  })

  it('is refused after twenty in an hour', async () => {
    for (let at = 0; at < 20; at++)
      expect(await app.post(ask, head.token, { number: mobile })).toMatchObject({ status: '0' })
    expect(await app.post(ask, head.token, { number: mobile })).toMatchObject({ httpStatus: 429 })
    await work()?.run()
  })
})

describe('an erasure', () => {
  it('leaves leads that can be cleaned as invalid, and nothing else', async () => {
    const { waiting, unreachable, unassigned, invalid } = leadStatus
    await app.db
      .updateTable('dealer')
      .set({ city_pool_enable: true })
      .where('id', '=', head.dealerId)
      .execute()
    for (const status of [waiting, unreachable, unassigned, invalid]) {
      const clueId = await buildLead(app, head, { mobile, status })
      await eraseAll(mobile)
      const isErased = true
      expect((await app.post(detail, head.token, { clueId })).data).toMatchObject({ status, isErased })
      for (const [call, body] of [
        [clear, manualValid(clueId)],
        [noContact, { clueId, remark: '' }],
        [
          clear,
          { clueId, isValid: 0, invalidReason: cityReason, invalidProvince: '上海市', invalidCity: '上海市' },
        ],
      ] as const)
        expect(await app.post(call, head.token, body), `${status}`).toMatchObject({ status: '-1' })
      const cleaned = await app.post(clear, head.token, { clueId, isValid: 0, invalidReason: 1 })
      expect(cleaned.code, cleaned.text).toBe(status === invalid ? errors.LEAD_STATE.code : 0)
    }
  })

  it('blanks the file, its texts and leads, and lets the number come again', async () => {
    const customer = await buildCustomer(app, consultant, { name: '郑小满', mobile, remark: '住文一路' })
    await app.post(
      rooms.customer.follow,
      consultant.token,
      phoneFollow(app, customer, { remark: '郑女士想要白色' }),
    )
    const leadId = await buildLead(app, head, { mobile, name: '郑女士', remark: '急' })
    await eraseAll()
    expect(await customerRow(customer.customerId)).toMatchObject({ name: '已删除', mobile: '', no_sms: true })
    const listed = await app.post(rooms.customer.list, consultant.token, {})
    expect(listed.data?.find(({ customerId }) => customerId === customer.customerId)).toMatchObject({
      isErased: true,
    })
    const lead = await app.db
      .selectFrom('lead')
      .selectAll()
      .where('id', '=', leadId)
      .executeTakeFirstOrThrow()
    expect(lead).toMatchObject({ name: '已删除', mobile: '', remark: '' })
    const dump = JSON.stringify(
      await Promise.all(
        (['timeline', 'activity', 'deal', 'notice', 'lead_event'] as const).map((table) =>
          app.db.selectFrom(table).selectAll().where('dealer_id', '=', head.dealerId).execute(),
        ),
      ),
    )
    for (const text of ['郑', '白色', '文一路', mobile]) expect(dump).not.toContain(text)
    // The file opens, and the same person may come again.
    expect(
      await app.post(rooms.customer.get, consultant.token, { customerId: customer.customerId }),
    ).toMatchObject({ status: '0' })
    await buildCustomer(app, consultant, { mobile })
  })

  it.each([0, 1])(
    'takes files that were merged as one customer, whichever number is entered (%i)',
    async (entered) => {
      const second = `1381234${mobile.slice(-4)}`
      const master = await buildCustomer(app, consultant, { name: '郑小满', mobile })
      const slave = await buildCustomer(app, consultant, { name: '郑女士', mobile: second })
      const merged = await app.post(rooms.customer.merge, head.token, {
        masterCustomerId: master.customerId,
        slaveCustomerId: slave.customerId,
      })
      expect(merged, merged.text).toMatchObject({ status: '0' })
      await eraseAll([mobile, second][entered])
      for (const { customerId } of [master, slave])
        expect(await customerRow(customerId)).toMatchObject({ name: '已删除', mobile: '' })
    },
  )

  it('keeps an order that was handed in, and says why', async () => {
    const customer = await buildCustomer(app, consultant, { mobile })
    const orderId = await buildOrder(app, consultant, customer, 3, head)
    const before = await app.db
      .selectFrom('vehicle_order')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const id = await eraseAll()
    expect(
      await app.db
        .selectFrom('vehicle_order')
        .selectAll()
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow(),
    ).toEqual(before)
    expect((await foundOf(id))['订单']).toMatchObject({
      kept: 1,
      why: expect.stringContaining('10年') as string,
    })
    expect(await customerRow(customer.customerId)).toMatchObject({ name: '已删除' })
  })

  it('moves no number of a report', async () => {
    const customer = await buildCustomer(app, consultant, { mobile })
    await app.post(rooms.customer.follow, consultant.token, phoneFollow(app, customer))
    await buildOrder(app, consultant, customer, 3, head)
    await buildLead(app, head, { mobile })
    const at = secondsOf(app.now())
    const { taskSum, customerSum2, seriesSum, storeSourceSum, onlineSum } = rooms.report
    const read = (): Promise<unknown[]> =>
      Promise.all(
        [taskSum, customerSum2, seriesSum, storeSourceSum, onlineSum].map(async (call) => {
          const { status, text } = await app.post(call, head.token, { dateStart: at, dateEnd: at })
          expect(status, text).toBe('0')
          return text
        }),
      )
    const before = await read()
    for (const text of before) expect(text).toMatch(/":1[,}]/)
    await eraseAll()
    expect(await read()).toEqual(before)
  })

  it('goes on in another process after a kill, and ends the same', async () => {
    const { customerId } = await buildCustomer(app, consultant, { mobile })
    const id = await search()
    await confirm(id)
    const node = (await app.startNode()).queues.works.get('persons')
    const running = node?.run()
    await node?.stop()
    await running?.catch(() => undefined)
    expect(await requestOf(id)).toMatchObject({ state: personState.erasing })
    // A dead process still holds its lease.
    const dead = { lease_holder: 'the dead one', lease_until: new Date(app.now().getTime() + 60_000) }
    await app.db.updateTable('person_request').set(dead).where('id', '=', id).execute()
    await work()?.run()
    expect(await requestOf(id)).toMatchObject({ state: personState.erasing })
    app.advance(121)
    await work()?.run()
    expect(await requestOf(id)).toMatchObject({ state: personState.erased })
    expect(await customerRow(customerId)).toMatchObject({ name: '已删除' })
  })

  it('starts once when two heads confirm it at the same time', async () => {
    await buildCustomer(app, consultant, { mobile })
    const second = await buildMember(app.db, app.now(), { dealerId: head.dealerId, role: 2 })
    const id = await search()
    const answers = await Promise.all([confirm(id), confirm(id, second)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['-1', '0'])
    await work()?.run()
    expect(await confirm(id)).toMatchObject({ code: 410 })
    const rows = await app.db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('record', '=', `person:${id}`)
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['person-find', 'person-erase', 'person-erased'])
    expect(JSON.stringify(rows)).not.toContain(mobile)
  })

  it('needs the typed word', async () => {
    const id = await search()
    expect(await app.post(erase, head.token, { id, word: '好' })).toMatchObject({
      code: 400,
      errors: [{ path: 'word', text: '请输入“确认删除”' }],
    })
  })

  it('removes recordings, licences, signatures, and whole workbooks that hold the person', async () => {
    const { customerId } = await buildCustomer(app, consultant, { mobile })
    const audio = `audio/${head.dealerId}/${consultant.memberId}/0b5f4f0e-1111-4222-8333-444455556666.mp3`
    await app.app.files.write(audio, Buffer.from('ID3'))
    await app.db
      .insertInto('call_record')
      .values({
        dealer_id: head.dealerId,
        customer_id: customerId,
        member_id: consultant.memberId,
        started_at: app.now(),
        seconds: 30,
        audio_key: audio,
      })
      .execute()
    const [licence, signature] = ['licence', 'signature'].map((name) => `image/${head.dealerId}/${name}.png`)
    for (const key of [licence, signature]) await app.app.files.write(key ?? '', Buffer.from('PNG'))
    await plantRow(app.db, 'drive_paper', {
      dealer_id: head.dealerId,
      customer_id: customerId,
      licence_key: licence,
      signature_key: signature,
    })
    await app.post(rooms.customer.list, head.token, { isExport: 1 })
    const logged = await app.db
      .selectFrom('export_log')
      .select('file_key')
      .where('dealer_id', '=', head.dealerId)
      .executeTakeFirstOrThrow()
    expect(await app.app.files.size(logged.file_key)).toBeGreaterThan(0)
    const id = await eraseAll()
    for (const key of [audio, licence, signature]) expect(await app.app.files.size(key ?? '')).toBeUndefined()
    expect((await foundOf(id))['试驾协议']).toMatchObject({ own: 1 })
    expect(await app.app.files.size(logged.file_key)).toBeUndefined()
    expect((await foundOf(id))['导出和导入的表格文件']).toMatchObject({ own: 1 })
  })
})

describe('a copy for the person', () => {
  it('holds what was found, in clear, and is logged as an export', async () => {
    await buildCustomer(app, consultant, { name: '郑小满', mobile })
    const id = await search()
    const { filePath = '', ...answer } = await app.post(copy, head.token, { id })
    expect(answer.status, answer.text).toBe('0')
    const { rawPayload: bytes } = await app.app.http.inject({
      url: filePath,
      headers: { authorization: head.token },
    })
    const read = await readXlsx({ bytes, maxUnpackedBytes: 2 ** 24, maxRows: 1_000 })
    const rows = 'sheets' in read ? read.sheets[0]?.rows.map(({ cells }) => cells) : []
    expect(rows).toContainEqual(['客户档案', '手机号', mobile])
    expect(rows).toContainEqual(['客户档案', '姓名', '郑小满'])
    const logged = await app.db
      .selectFrom('export_log')
      .select('export_name')
      .where('dealer_id', '=', head.dealerId)
      .execute()
    expect(logged).toEqual([{ export_name: '个人信息副本' }])
    await confirm(id)
    await work()?.run()
    expect(await app.post(copy, head.token, { id })).toMatchObject({ code: 410 })
  })
})

describe('a request', () => {
  it('that no one confirms loses its number after a week', async () => {
    const id = await search()
    app.advance(8 * 86_400)
    await app.app.jobs.find(({ name }) => name === 'expire-persons')?.run()
    const row = await app.db
      .selectFrom('person_request')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: personState.expired })
    expect(JSON.stringify(row)).not.toContain(mobile)
  })
})

import { rooms } from '@showroom/contract'
import { dayStart } from '@showroom/contract/kernel/day'
import { leadStatus } from '@showroom/contract/lead/lead.rules'
import { confirmWord } from '@showroom/contract/privacy/privacy.schema'
import { importState } from '@showroom/contract/transfer/transfer.schema'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plantRow } from '../cluster/plant.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { bodyFor, buildActor, fieldsOf, roleFor, walkedCalls, walkOf } from '../walks/walks.ts'
import { buildCar } from '../../src/appointment/appointment.factory.ts'
import { createToken } from '../../src/appointment/link/token.ts'
import { buildCustomer, phoneFollow } from '../../src/customer/customer.factory.ts'
import { buildLead, manualValid } from '../../src/lead/lead.factory.ts'
import { buildReceivingStore, buildSource, newLead, sendRaw } from '../../src/lead/intake.factory.ts'
import { unpack } from '../../src/platform/xlsx/archive.ts'
import { readXlsx } from '../../src/platform/xlsx/xlsx.ts'
import { columns } from '../../src/transfer/import/import.columns.ts'
import { sheetOf, sheetRow, storeBytes } from '../sheets.ts'
import { buildMember } from '../../src/team/team.factory.ts'
import type { BuiltMember } from '../../src/team/team.factory.ts'

/** An erasure ends what is under way, and nothing is planned for the person afterwards. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let last = 13_760_000_000
const nextMobile = (): string => {
  last += 1
  return String(last)
}

async function erase(head: BuiltMember, number: string): Promise<void> {
  const { id = 0, ...asked } = await app.post(rooms.privacy.ask, head.token, { number })
  expect(asked.status, asked.text).toBe('0')
  await app.app.queues.works.get('persons')?.run()
  expect(await app.post(rooms.privacy.erase, head.token, { id, word: confirmWord })).toMatchObject({
    status: '0',
  })
  await app.app.queues.works.get('persons')?.run()
  const { data } = await app.post(rooms.privacy.list, head.token, {})
  expect(data?.find((one) => one.id === id)).toMatchObject({ state: 3 })
}

/** Open activities of a customer, and plans of the deals. */
async function plansOf(customerId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select (select count(*) from activity where customer_id = ${customerId} and completed_at is null and cancelled_at is null)::int
      + (select count(*) from deal where customer_id = ${customerId}
           and (next_follow_at is not null or next_activity_type <> 0 or resume_at is not null or waiting_fail_review))::int
      as total`.execute(app.db)
  return rows[0]?.total ?? -1
}
const runJobs = async (): Promise<void> => {
  for (const job of app.app.jobs) await job.run()
  for (const work of app.app.queues.works.values()) await work.run()
}

it('ends the appointment: car, link, calendar and texts, without a no-show or a call', async () => {
  const head = await buildMember(app.db, app.now(), { role: 1 })
  const { dealerId } = head
  const owner = await buildMember(app.db, app.now(), { dealerId })
  const mobile = nextMobile()
  const customer = await buildCustomer(app, owner, { name: '欧阳静', mobile })
  const carId = await buildCar(app.db, app.now(), { dealerId })
  const startsAt = dayStart(app.now().getTime() / 1000) + 86_400 + 10 * 3600
  const plan = {
    nextActivityType: 3,
    nextTestSpecId: 1201,
    nextCarId: carId,
    nextDate: startsAt,
    nextMinutes: 60,
  }
  expect(
    await app.post(rooms.customer.follow, owner.token, { ...phoneFollow(app, customer, {}), ...plan }),
  ).toMatchObject({ status: '0' })
  const { id } = await app.db
    .selectFrom('activity')
    .select('id')
    .where('customer_id', '=', customer.customerId)
    .where('cancelled_at', 'is', null)
    .where('completed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const token = createToken(dealerId)
  await app.db
    .insertInto('appointment_link')
    .values({ dealer_id: dealerId, token_hash: token.hash, activity_id: id, created_at: app.now() })
    .execute()
  const page = async () => (await app.app.http.inject({ url: `/a/${token.text}` })).body
  expect(await page()).toContain('欧阳女士')
  const { path: feed = '' } = await app.post(rooms.appointment.openFeed, owner.token, {})
  const calendar = async () => (await app.app.http.inject({ url: feed })).body
  expect(await calendar()).toContain('SUMMARY')
  const { customerId } = customer
  const version = {
    form: 'customer.follow',
    recordId: customerId,
    draftId: 'a'.repeat(32),
    revision: 1,
  } as const
  expect(
    await app.post(rooms.draft.save, owner.token, { ...version, content: { remark: '稍后再填' } }),
  ).toMatchObject({ status: '0' })
  await erase(head, mobile)
  expect(await plansOf(customerId)).toBe(0)
  expect(await page()).toMatch(/已取消/)
  expect(await page()).not.toMatch(/先生|女士/)
  expect(await calendar()).not.toContain('SUMMARY')
  const other = await buildCustomer(app, owner, { mobile: nextMobile() })
  expect(
    await app.post(rooms.customer.follow, owner.token, { ...phoneFollow(app, other, {}), ...plan }),
    'the car is free',
  ).toMatchObject({ status: '0' })
  expect(await app.db.selectFrom('draft').select('id').where('dealer_id', '=', dealerId).execute()).toEqual(
    [],
  )
  app.advance(3 * 86_400)
  await runJobs()
  expect(await plansOf(customerId)).toBe(0)
  const missed = await app.db
    .selectFrom('activity')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('kept', 'is not', null)
    .execute()
  expect(missed).toEqual([])
})

it('ends dormancy, defeat requests and waiting leads without work for anyone', async () => {
  const head = await buildMember(app.db, app.now(), { role: 1 })
  const owner = await buildMember(app.db, app.now(), { dealerId: head.dealerId })
  const [asleep, asked, lead] = [nextMobile(), nextMobile(), nextMobile()]
  const dormant = await buildCustomer(app, owner, { mobile: asleep })
  expect(
    await app.post(rooms.customer.pause, owner.token, { ...dormant, resumeDuration: 7, remark: '出差' }),
  ).toMatchObject({ status: '0' })
  const lost = await buildCustomer(app, owner, { mobile: asked })
  expect(
    await app.post(rooms.customer.fail, owner.token, { ...lost, failReason: 99, remark: '不买了' }),
  ).toMatchObject({ status: '0' })
  const leadId = await buildLead(app, head, { mobile: lead, name: '郑女士' })
  for (const number of [asleep, asked, lead]) await erase(head, number)
  const cleared = await app.post(rooms.lead.clear, head.token, manualValid(leadId))
  expect(cleared.text).toContain('个人信息已删除')
  app.advance(8 * 86_400)
  await runJobs()
  for (const { customerId } of [dormant, lost]) expect(await plansOf(customerId)).toBe(0)
  const requests = await app.db
    .selectFrom('defeat_request')
    .select('state')
    .where('customer_id', '=', lost.customerId)
    .execute()
  expect(requests).toEqual([{ state: 2 }])
  const row = await app.db
    .selectFrom('lead')
    .select(['status', 'overdue_at', 'owner_id', 'customer_id'])
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ status: leadStatus.waiting, overdue_at: null, owner_id: null, customer_id: null })
})

function unpackAll(bytes: Buffer): string[] {
  const unpacked = unpack(bytes, 1e8)
  if ('problem' in unpacked) throw new Error(unpacked.problem)
  return [...unpacked.parts.values()].map(String)
}

it('ends texts and messages to members that wait', async () => {
  const head = await buildMember(app.db, app.now(), { role: 1 })
  const mobile = nextMobile()
  const { customerId } = await buildCustomer(app, head, { mobile })
  const { dealerId, memberId } = head
  const own = { dealer_id: dealerId, member_id: memberId, customer_id: customerId, created_at: app.now() }
  const { id } = await app.db
    .insertInto('sms_message')
    .values({ ...own, subject: '邀约', content: '您好' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await plantRow(app.db, 'sms_outbox', { dealer_id: dealerId, mobile, about: `${dealerId}-${id}` })
  const notice = await app.db
    .insertInto('notice')
    .values({ ...own, kind: 1, text: '客户已到店' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('notice_push')
    .values({ dealer_id: dealerId, notice_id: notice.id, due_at: app.now() })
    .execute()
  await erase(head, mobile)
  const { rows } = await sql`
    select (select state from sms_message where id = ${id}), (select count(*)::int from sms_outbox where mobile = ${mobile}) as texts,
           (select count(*)::int from notice_push where notice_id = ${notice.id}) as pushes`.execute(app.db)
  expect(rows).toEqual([{ state: 2, texts: 0, pushes: 0 }])
})

/** A workbook that waits for its member, as the member left it. */
const imports = {
  'not read yet': { rest: importState.checking, open: {} },
  'with a column to match': { rest: importState.matching, open: { 备用: '无' } },
  checked: { rest: importState.checked, open: {} },
} as const

it.each(Object.entries(imports))(
  'an import %s brings the person back by no answer',
  async (_name, { rest, open }) => {
    const head = await buildMember(app.db, app.now(), { role: 1 })
    const [mobile, friend, other] = [nextMobile(), nextMobile(), nextMobile()]
    await buildCustomer(app, head, { name: '卓文昕', mobile })
    const rows = [
      sheetRow({ 客户姓名: '卓文昕', 手机号: mobile }),
      sheetRow({ 客户姓名: '林远', 手机号: friend, 备注: `${mobile}的朋友` }),
      sheetRow({ 客户姓名: '许一诺', 手机号: other, 备注: '卓文昕介绍' }),
    ].map((row) => ({ ...row, ...open }))
    const headings = [...columns, ...Object.keys(open).map((heading) => ({ heading }))]
    const file = await storeBytes(app, head, await sheetOf(rows, headings))
    const fileName = `${mobile}卓文昕.xlsx`
    const { importId = 0, ...started } = await app.post(rooms.transfer.startImport, head.token, {
      file,
      fileName,
      preview: true,
    })
    expect(started.status, started.text).toBe('0')
    if (rest !== importState.checking) await app.app.importWork.run()
    const status = () => app.post(rooms.transfer.importStatus, head.token, { importId })
    expect(await status()).toMatchObject({ state: rest })
    await erase(head, mobile)
    await app.app.importWork.run()
    const read = async () =>
      app.db.selectFrom('customer_import').selectAll().where('id', '=', importId).executeTakeFirstOrThrow()
    expect(JSON.stringify(await read())).not.toMatch(new RegExp(`${mobile}|卓文昕`))
    const stored = await readXlsx({
      bytes: await buffer((await app.app.files.read(file)) as never),
      maxUnpackedBytes: 1e7,
      maxRows: 100,
    })
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${mobile}|卓文昕`))
    expect(JSON.stringify(stored)).toContain('许一诺')
    for (const part of unpackAll(await buffer((await app.app.files.read(file)) as never)))
      expect(part).not.toMatch(new RegExp(`${mobile}|卓文昕`))
    const answered = await status()
    if (answered.state === importState.matching)
      await app.post(rooms.transfer.checkImport, head.token, {
        importId,
        match: answered.columns?.map(({ at, heading }) => ({ at, field: heading === '备用' ? '' : heading })),
      })
    await app.app.importWork.run()
    expect(await app.post(rooms.transfer.commitImport, head.token, { importId })).toMatchObject({
      status: '0',
    })
    await app.app.importWork.run()
    const files = await app.db
      .selectFrom('customer')
      .select(['name', 'mobile'])
      .where('dealer_id', '=', head.dealerId)
      .orderBy('id')
      .execute()
    expect(files).toEqual([
      { name: '已删除', mobile: '' },
      { name: '林远', mobile: friend },
      { name: '许一诺', mobile: other },
    ])
  },
)

it('what a sender delivered brings the person back by no worker and no replay', async () => {
  const { dealerId, code } = await buildReceivingStore(app)
  const source = await buildSource(app.db)
  const head = await buildMember(app.db, app.now(), { dealerId, role: 1 })
  const mobile = nextMobile()
  await buildCustomer(app, head, { name: '卓文昕', mobile })
  const lead = newLead(code, { mobile, name: '卓文昕' })
  const row = {
    dealer_id: dealerId,
    source_key: source.id,
    body: JSON.stringify(lead),
    received_at: app.now(),
  }
  for (const state of [0, 2])
    await app.db
      .insertInto('lead_delivery')
      .values({
        ...row,
        state,
        external_id: `${mobile}-${state}`,
        ...(state === 2 && { handled_at: app.now() }),
      })
      .execute()
  await erase(head, mobile)
  await app.app.intake.idle()
  app.advance(2)
  const replayed = await sendRaw(app, source, '{}', { path: '/open/v1/leads/replay' })
  expect(replayed).toMatchObject({ status: '0' })
  await app.app.intake.idle()
  const leads = await app.db.selectFrom('lead').select('id').where('dealer_id', '=', dealerId).execute()
  expect(leads).toEqual([])
  const deliveries = await app.db
    .selectFrom('lead_delivery')
    .selectAll()
    .where('dealer_id', '=', dealerId)
    .execute()
  expect(JSON.stringify(deliveries)).not.toMatch(new RegExp(`${mobile}|卓文昕`))
})

it('an export that was not fetched is gone', async () => {
  const head = await buildMember(app.db, app.now(), { role: 1 })
  const mobile = nextMobile()
  await buildCustomer(app, head, { name: '卓文昕', mobile })
  const { filePath = '' } = await app.post(rooms.customer.list, head.token, { isExport: 1 })
  const fetch = () => app.app.http.inject({ url: filePath, headers: { authorization: head.token } })
  expect((await fetch()).statusCode).toBe(200)
  await erase(head, mobile)
  expect((await fetch()).statusCode).toBe(404)
})

it('lets no call plan for the person', async () => {
  const planned: string[] = []
  let walked = 0
  for (const call of walkedCalls.filter(({ writes }) => writes)) {
    if (!fieldsOf(call).some((field) => /customerId|orderId|activityId|requestId|driveId/i.test(field)))
      continue
    const actor = await buildActor(app, { role: roleFor(call) })
    const mobile = nextMobile()
    const { customerId } = actor.customer
    await app.db.updateTable('customer').set({ mobile }).where('id', '=', customerId).execute()
    const own = { ...(await bodyFor(app, call, actor)), ...(await walkOf(call).prepare?.(app, actor)) }
    const head = await buildMember(app.db, app.now(), { dealerId: actor.member.dealerId, role: 1 })
    await erase(head, mobile)
    walked += 1
    const answer = await app.post(call, actor.member.token, own)
    if ((await plansOf(customerId)) > 0) planned.push(`${call.path} ${answer.status}`)
  }
  expect(walked).toBeGreaterThan(30)
  expect(planned).toEqual([])
}, 120_000)

import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildMember } from '../../team/team.factory.ts'
import { buildReceivingStore, buildSource, deliver, leadsOf, newLead } from '../intake.factory.ts'
import type { BuiltSource } from '../intake.factory.ts'
import { autoValid, buildLead, buildStore, manualValid } from '../lead.factory.ts'

/** Leads with phone numbers as people write them and platforms hide them. */

let app: TestApp
let source: BuiltSource
beforeAll(async () => {
  app = await createTestApp()
  source = await buildSource(app.db)
})
afterAll(() => app.close())

let count = 0
/** A mobile that no other test uses. */
const newMobile = (): string => `1990650${String(++count).padStart(4, '0')}`

const noMobile = { path: 'mobile', text: '无手机号，所留号码已存为备用号码' }

describe('the number of a lead', () => {
  it('is taken in every real spelling', async () => {
    const { dealerId, code } = await buildReceivingStore(app)
    const m = '19906400001'
    const spellings: [sent: string | number, mobile: string, secondPhone: string, remark: string][] = [
      ['19906400001（微信同号）', m, '', '微信同号'],
      ['张三 19906400001', m, '', '张三'],
      ['199-0640-0001(妈妈)', m, '', '妈妈'],
      ['*19906400001', m, '', ''],
      ['019906400001', m, '', ''],
      ['+86 19906400001;本人', m, '', '本人'],
      [19_906_400_001, m, '', ''],
      ['19906400001,8821', m, '', '转8821'],
      ['19906400001转8821', m, '', '转8821'],
      ['19906400001/19906400014', m, '19906400014', ''],
      ['19906400001 19906400014 19906400015', m, '19906400014', '19906400015'],
      ['0571-88012233/19906400001', m, '0571-88012233', ''],
      ['95013606500005', '', '95013606500005', ''],
      ['95013606500005转8821', '', '95013606500005-8821', ''],
      ['4008208820,8821', '', '4008208820-8821', ''],
      ['+85261230065', '', '0085261230065', ''],
      ['+853 6612 3456（澳门）', '', '00853 6612 3456', '澳门'],
      ['00886-912-345-678', '', '00886-912-345-678', ''],
      ['+1 (626) 123-4567', '', '001 626 123-4567', ''],
      ['0571-88012233转8001', '', '0571-88012233-8001', ''],
      ['1990640000', '', '1990640000', ''],
    ]
    const sent = spellings.map(([mobile]) => newLead(code, { mobile: mobile as string, remark: '想试驾' }))
    const { httpStatus, receipts } = await deliver(app, source, sent)
    expect(httpStatus).toBe(202)
    expect(receipts.map(({ state, warnings = [] }) => [state, warnings])).toEqual(
      spellings.map(([, mobile]) => ['accepted', mobile ? [] : [noMobile]]),
    )
    const leads = await leadsOf(app, dealerId)
    expect(leads.map((lead) => [lead.mobile, lead.second_phone, lead.remark, lead.status])).toEqual(
      spellings.map(([, mobile, second, words]) => [
        mobile,
        second,
        ['想试驾', words].filter(Boolean).join('\n'),
        1,
      ]),
    )
  })

  it('refuses the lead if there is none', async () => {
    const { dealerId, code } = await buildReceivingStore(app)
    const sent = ['', '无', '138****5678', '12345', '110101199003070029'].map((mobile) =>
      newLead(code, { mobile }),
    )
    const { httpStatus, receipts } = await deliver(app, source, sent)
    expect(httpStatus).toBe(400)
    expect(receipts.map(({ errors = [] }) => errors)).toEqual(
      ['请填写手机号', ...Array<string>(4).fill('请输入正确的手机号')].map((text) => [
        { path: 'mobile', text },
      ]),
    )
    expect(await leadsOf(app, dealerId)).toEqual([])
  })

  it('keeps the words beside it if the remark is full', async () => {
    const { dealerId, code } = await buildReceivingStore(app)
    const mobile = newMobile()
    const { receipts } = await deliver(app, source, [
      newLead(code, { mobile: `${mobile}（微信同号）`, remark: '备'.repeat(500) }),
    ])
    expect(receipts[0]?.warnings).toEqual([{ path: 'remark', text: '超过500个字，已截断' }])
    const [lead] = await leadsOf(app, dealerId)
    expect(lead?.remark).toBe(`${'备'.repeat(495)}\n微信同号`)
  })
})

it('is the same lead by its external number in every spelling', async () => {
  const { dealerId, code } = await buildReceivingStore(app)
  const ids = ['Ext-77 01', 'Ext-7701', 'Ｅｘｔ－7701', 'Ext\u20117701', '\u202dExt-7701\u202c', "'Ext-7701"]
  const { receipts } = await deliver(
    app,
    source,
    ids.map((externalId) => newLead(code, { externalId })),
  )
  expect(new Set(receipts.map(({ receipt, externalId }) => `${receipt} ${externalId}`)).size).toBe(1)
  expect(await leadsOf(app, dealerId)).toHaveLength(1)
})

/** A store with one lead without mobile, and its worker. */
async function receiveNumberless(policy: number, mobile = '+85261230065') {
  const store = await buildReceivingStore(app, { policy, consultants: policy === 3 ? 1 : 0 })
  const { dealerId, code } = store
  const worker = await buildMember(app.db, app.now(), { dealerId, role: 1 })
  const consultant = store.members[0] ?? (await buildMember(app.db, app.now(), { dealerId }))
  await deliver(app, source, [newLead(code, { mobile })])
  const [lead] = await leadsOf(app, dealerId)
  if (!lead) throw new Error('the lead was not taken')
  return { dealerId, code, worker, consultant, clueId: lead.id, lead }
}

describe('a lead without a mobile', () => {
  it('is marked in list, search and detail, with its number masked', async () => {
    const { worker, clueId, dealerId, code } = await receiveNumberless(1)
    await deliver(app, source, [newLead(code, { mobile: '13571112222' })])
    const list = await app.post(rooms.lead.list, worker.token, {})
    expect(list.data?.map(({ phone, lacksMobile }) => ({ phone, lacksMobile }))).toEqual([
      { phone: expect.stringContaining('135****'), lacksMobile: false },
      { phone: '008****0065', lacksMobile: true },
    ])
    for (const key of ['0065', '008', '+852 6123 0065'])
      expect(await app.post(rooms.lead.list, worker.token, { key }), key).toMatchObject({
        total: key.length > 4 ? 0 : 1,
      })
    const { data } = await app.post(rooms.lead.detail, worker.token, { clueId })
    expect(data).toMatchObject({ phone: '', secondardPhone: '008****0065', lacksMobile: true })
    expect(data?.warnings).toEqual([noMobile])
    const reveal = await app.post(rooms.base.getUserInfo, worker.token, {
      dataType: 1,
      userType: 2,
      userId: clueId,
      clueId,
    })
    expect(reveal).toMatchObject({ phone: '', secondaryPhone: '0085261230065' })
    expect(await leadsOf(app, dealerId)).toHaveLength(2)
  })

  it('becomes valid only with a mobile, which the cleaner completes', async () => {
    const { worker, consultant, clueId, dealerId } = await receiveNumberless(1)
    const request = { ...manualValid(clueId), memberId: consultant.memberId }
    for (const mobile of [undefined, '', '138****1234', '+85261230065'])
      expect(
        await app.post(rooms.lead.clear, worker.token, {
          ...request,
          ...(mobile !== undefined && { mobile }),
        }),
      ).toMatchObject({ status: '-1', errors: [{ path: 'mobile' }] })
    const mobile = newMobile()
    const done = await app.post(rooms.lead.clear, worker.token, { ...request, mobile: `+86 ${mobile}` })
    expect(done).toMatchObject({ status: '0', clueStatus: 2, isRepeat: false })
    const [lead] = await leadsOf(app, dealerId)
    expect(lead).toMatchObject({ mobile, second_phone: '0085261230065', customer_id: done.customerId })
    const file = await app.db
      .selectFrom('customer')
      .select(['mobile', 'second_phone'])
      .where('id', '=', done.customerId ?? 0)
      .executeTakeFirst()
    expect(file).toEqual({ mobile, second_phone: '0085261230065' })
  })

  it('joins the customer with the completed mobile, whose empty second phone it fills', async () => {
    const { worker, consultant, clueId, code, dealerId } = await receiveNumberless(1)
    const mobile = newMobile()
    await deliver(app, source, [newLead(code, { mobile })])
    const [, other] = await leadsOf(app, dealerId)
    const request = { ...manualValid(0), memberId: consultant.memberId }
    const first = await app.post(rooms.lead.clear, worker.token, { ...request, clueId: other?.id ?? 0 })
    const again = await app.post(rooms.lead.clear, worker.token, { ...request, clueId, mobile })
    expect(again).toMatchObject({ isRepeat: true, customerId: first.customerId })
    const file = await app.db
      .selectFrom('customer')
      .select('second_phone')
      .where('id', '=', first.customerId ?? 0)
      .executeTakeFirst()
    expect(file).toEqual({ second_phone: '0085261230065' })
  })

  it('keeps its own mobile from another one in manual cleaning', async () => {
    const { worker, consultant, dealerId, code } = await receiveNumberless(1)
    await deliver(app, source, [newLead(code, { mobile: '19906599999' })])
    const [, lead] = await leadsOf(app, dealerId)
    const request = { ...manualValid(lead?.id ?? 0), memberId: consultant.memberId, mobile: newMobile() }
    expect(await app.post(rooms.lead.clear, worker.token, request)).toMatchObject({ status: '0' })
    expect((await leadsOf(app, dealerId))[1]).toMatchObject({ mobile: '19906599999' })
  })

  it('gets an owner under automatic assignment, whose completion begins the file', async () => {
    // Rows of the blocklist without a mobile are about an identity number.
    const blocked = { mobile: '', identify_no: '110101199003070029', contacts: ['王经理'] }
    await app.db.insertInto('blocklist').values(blocked).execute()
    const { consultant, clueId, dealerId, lead } = await receiveNumberless(3)
    expect(lead).toMatchObject({ status: 2, owner_id: consultant.memberId, customer_id: null })
    const { data: notices } = await app.post(rooms.notice.list, consultant.token, {})
    expect(notices?.[0]?.text).toContain('无手机号')
    const { data } = await app.post(rooms.lead.detail, consultant.token, { clueId })
    expect(data).toMatchObject({ lacksMobile: true, ownerId: consultant.memberId })
    const stranger = await buildMember(app.db, app.now(), { dealerId })
    const mobile = newMobile()
    const complete = (token: string, typed: string) =>
      app.post(rooms.lead.complete, token, { clueId, mobile: typed })
    expect(await complete(stranger.token, mobile)).toMatchObject({ detail: '记录不存在或已被移除' })
    expect(await complete(consultant.token, '+85261230065')).toMatchObject({ errors: [{ path: 'mobile' }] })
    const done = await complete(consultant.token, mobile)
    expect(done).toMatchObject({ status: '0', isRepeat: false })
    const [made] = await leadsOf(app, dealerId)
    expect(made).toMatchObject({ mobile, customer_id: done.customerId, assigned_at: lead.assigned_at })
    const file = await app.post(rooms.customer.get, consultant.token, { customerId: done.customerId ?? 0 })
    expect(file.customer).toMatchObject({ secondardPhone: '008****0065' })
    expect(await complete(consultant.token, newMobile())).toMatchObject({ code: 2301 })
  })

  it('that reaches no person is set invalid by the handler of leads, and made valid again', async () => {
    const { worker, consultant, clueId, dealerId } = await receiveNumberless(3)
    const request = { clueId, isValid: false, invalidReason: 4 }
    expect(await app.post(rooms.lead.clear, consultant.token, request)).toMatchObject({ code: 403 })
    expect(await app.post(rooms.lead.clear, worker.token, request)).toMatchObject({ clueStatus: 4 })
    const complete = { clueId, mobile: newMobile() }
    expect(await app.post(rooms.lead.complete, consultant.token, complete)).toMatchObject({ code: 2301 })
    const mobile = newMobile()
    const valid = { ...autoValid(clueId, app.now()), mobile }
    expect(await app.post(rooms.lead.clear, worker.token, valid)).toMatchObject({ clueStatus: 2 })
    expect(await leadsOf(app, dealerId)).toMatchObject([{ mobile, status: 2, owner_id: consultant.memberId }])
  })

  it('of another city goes there with its number', async () => {
    const { dealerId: there } = await buildReceivingStore(app, { city: '绍兴市' })
    const store = await buildStore(app, 1, { cityPoolEnable: true })
    const clueId = await buildLead(app, store, { mobile: '', second_phone: '0085261230065' })
    const request = {
      clueId,
      isValid: false,
      invalidReason: 15,
      invalidProvince: '浙江省',
      invalidCity: '绍兴市',
    }
    expect(await app.post(rooms.lead.clear, store.worker.token, request)).toMatchObject({ clueStatus: 4 })
    await app.app.intake.poll()
    await app.app.intake.idle()
    expect(await leadsOf(app, there)).toMatchObject([{ mobile: '', second_phone: '0085261230065' }])
  })

  it('of a leaving member goes to the successor', async () => {
    const { worker, consultant, dealerId } = await receiveNumberless(3)
    const next = await buildMember(app.db, app.now(), { dealerId })
    await app.post(rooms.team.memberLeave, worker.token, {
      memberId: consultant.memberId,
      newMemberId: next.memberId,
      newTopUserId: worker.memberId,
    })
    expect(await leadsOf(app, dealerId)).toMatchObject([{ owner_id: next.memberId, customer_id: null }])
  })

  it('is assigned in turn, and with the customer of another store never confused', async () => {
    const { code, members, dealerId } = await buildReceivingStore(app, { policy: 3, consultants: 2 })
    await deliver(app, source, [
      newLead(code, { mobile: '95013606500005' }),
      newLead(code, { mobile: '95013606500006' }),
      newLead(code),
    ])
    const leads = await leadsOf(app, dealerId)
    const owners = members.map(({ memberId }) => leads.filter((lead) => lead.owner_id === memberId).length)
    expect(owners.toSorted((a, b) => a - b)).toEqual([1, 2])
    expect(leads.map((lead) => lead.customer_id !== null)).toEqual([false, false, true])
  })

  it('with a blocked mobile stays without a file', async () => {
    const { consultant, clueId, dealerId } = await receiveNumberless(3)
    const mobile = newMobile()
    await app.db
      .insertInto('blocklist')
      .values({ mobile, identify_no: '', contacts: ['王经理'] })
      .execute()
    const done = await app.post(rooms.lead.complete, consultant.token, { clueId, mobile })
    expect(done).toMatchObject({ status: '-2' })
    expect(await leadsOf(app, dealerId)).toMatchObject([{ mobile: '', customer_id: null }])
  })

  it('under automatic assignment waits for a member, and the cleaner may complete it meanwhile', async () => {
    const { dealerId, code } = await buildReceivingStore(app, { policy: 3 })
    const worker = await buildMember(app.db, app.now(), { dealerId, role: 1 })
    await deliver(app, source, [newLead(code, { mobile: '+85261230066' })])
    const [lead] = await leadsOf(app, dealerId)
    expect(lead).toMatchObject({ status: 1, owner_id: null })
    const request = autoValid(lead?.id ?? 0, app.now())
    expect(await app.post(rooms.lead.clear, worker.token, { ...request, mobile: '' })).toMatchObject({
      errors: [{ path: 'mobile' }],
    })
    const mobile = newMobile()
    expect(await app.post(rooms.lead.clear, worker.token, { ...request, mobile })).toMatchObject({
      clueStatus: 5,
    })
    expect(await leadsOf(app, dealerId)).toMatchObject([{ mobile, second_phone: '0085261230066' }])
  })
})

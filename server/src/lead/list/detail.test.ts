import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer } from '../../customer/customer.factory.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildLead, buildStore } from '../lead.factory.ts'
import type { Store } from '../lead.factory.ts'

const { detail, getOnlineCustomer } = rooms.lead
const { getUserInfo } = rooms.base

let app: TestApp
let store: Store
beforeAll(async () => {
  app = await createTestApp()
  store = await buildStore(app)
})
afterAll(() => app.close())

describe('a lead', () => {
  it('is displayed masked, with facts of its source, its history and the store’s hours', async () => {
    const facts = {
      purpose: '家用',
      paymentMoney: 19_900,
      openingRemarks: '您好，回电 13812340000',
      historySpec: '["星桥 N5"]',
    }
    const clueId = await buildLead(app, store, {
      mobile: '13812340000',
      remark: '想换车，微信同号 13812340000',
      province: '某省',
      city: '某市',
      is_remote: 2,
      facts: JSON.stringify(facts),
    })
    await app.post(rooms.lead.noContact, store.worker.token, { clueId, remark: '换打 13812341111' })
    app.advance(60)
    await app.post(rooms.lead.noContact, store.worker.token, { clueId })
    const answer = await app.post(detail, store.worker.token, { clueId })
    expect(answer.data).toMatchObject({
      clueId,
      phone: '138****0000',
      remark: '想换车，微信同号 138****0000',
      province: '某省',
      city: '某市',
      buyProvince: '某省',
      buyCity: '某市',
      sourceName: '车友之窗',
      mappingSeriesName: '松涧',
      isRemote: 2,
      purpose: '家用',
      paymentMoney: 19_900,
      openingRemarks: '您好，回电 138****0000',
      historySpec: '["星桥 N5"]',
      attentionSeries: '[]',
      noContactTimes: 2,
      customerId: 0,
    })
    expect(answer.data).not.toHaveProperty('form')
    expect(answer.data).not.toHaveProperty('onFile')
    expect(answer.hours).toEqual({
      inTime: '08:30',
      offTime: '18:00',
      clearWithin: 1800,
      followWithin: 7200,
    })
    expect(answer.timeline).toMatchObject([
      { handleOwnerName: '杜网销', result: '未接通', remark: '' },
      { handleOwnerName: '杜网销', result: '未接通', remark: '换打 138****1111' },
    ])
    expect(await app.post(getOnlineCustomer, store.worker.token, { onlineCustomerId: clueId })).toMatchObject(
      {
        data: { clueId, phone: '138****0000' },
      },
    )
  })

  it('is visible to members who work leads, to its owner and to members who see its customer only', async () => {
    const { dealerId } = store
    const colleague = await buildMember(app.db, app.now(), { dealerId })
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    const group = await buildMember(app.db, app.now(), { dealerId, role: 15, modules: ['线索分配'] })
    const { customerId } = await buildCustomer(app, colleague)
    const nobodys = await buildLead(app, store)
    const owned = await buildLead(app, store, { status: 2, owner_id: store.consultant.memberId })
    const customers = await buildLead(app, store, { status: 2, customer_id: customerId })
    const seenBy = async (by: BuiltMember) => {
      const seen = []
      for (const clueId of [nobodys, owned, customers]) {
        const { status, code } = await app.post(detail, by.token, { clueId })
        expect(status === '0' || code === 404).toBe(true)
        seen.push(status === '0')
      }
      return seen
    }
    expect(await seenBy(store.admin)).toEqual([true, true, true])
    expect(await seenBy(store.worker)).toEqual([true, true, true])
    expect(await seenBy(store.consultant)).toEqual([false, true, false])
    expect(await seenBy(colleague)).toEqual([false, false, true])
    expect(await seenBy(foreign)).toEqual([false, false, false])
    expect(await seenBy(group)).toEqual([false, false, false])
    const answer = await app.post(detail, store.worker.token, { clueId: customers })
    expect(answer.data?.customerId).toBe(0)
    expect((await app.post(detail, colleague.token, { clueId: customers })).data?.customerId).toBe(customerId)
  })

  it('behind a defeat request is visible to members who have 战败审核 alone, without its number', async () => {
    const { dealerId, consultant } = store
    const reviewer = await buildMember(app.db, app.now(), { dealerId, modules: ['战败审核'] })
    const clerk = await buildMember(app.db, app.now(), { dealerId, modules: ['前台流量'] })
    const customer = await buildCustomer(app, consultant)
    const { customerId } = customer
    const clueId = await buildLead(app, store, { status: 2, customer_id: customerId })
    const other = await buildLead(app, store, { status: 2, owner_id: consultant.memberId })
    const open = (by: BuiltMember, id = clueId) => app.post(detail, by.token, { clueId: id })
    expect(await open(reviewer)).toMatchObject({ code: 404 })
    const failed = { failReason: 2, failSubReason: 21, remark: '超预算' }
    expect(await app.post(rooms.customer.fail, consultant.token, { ...customer, ...failed })).toMatchObject({
      status: '0',
    })
    expect(await open(reviewer)).toMatchObject({ data: { clueId, customerId } })
    expect(await app.post(getOnlineCustomer, reviewer.token, { onlineCustomerId: clueId })).toMatchObject({
      data: { clueId },
    })
    expect(await open(reviewer, other)).toMatchObject({ code: 404 })
    expect(await open(clerk)).toMatchObject({ code: 403 })
    expect(await app.post(getUserInfo, reviewer.token, { userId: clueId, userType: 2 })).toMatchObject({
      status: '-1',
    })
  })
})

describe('the unmasked number', () => {
  const audits = (clueId: number) =>
    app.db.selectFrom('audit').selectAll().where('record', '=', `lead:${clueId}`).execute()

  it('is returned to members who see the lead, with an audit row', async () => {
    const clueId = await buildLead(app, store, { mobile: '13812342222' })
    for (const body of [{ userId: clueId }, { userId: 1, clueId }]) {
      const answer = await app.post(getUserInfo, store.worker.token, { ...body, userType: 2 })
      expect(answer).toMatchObject({
        status: '0',
        phone: '13812342222',
        secondaryPhone: '',
        idNo: '',
        address: '',
      })
    }
    expect(await audits(clueId)).toMatchObject([
      { action: 'reveal', member_id: store.worker.memberId },
      { action: 'reveal', member_id: store.worker.memberId },
    ])
    const identity = await app.post(getUserInfo, store.worker.token, {
      userId: clueId,
      userType: 2,
      dataType: 2,
    })
    expect(identity).toMatchObject({ status: '0', phone: '', idNo: '' })
  })

  it('is refused to others, without revealing the lead', async () => {
    const clueId = await buildLead(app, store)
    const stranger = await buildMember(app.db, app.now(), { role: 1 })
    for (const by of [store.consultant, stranger])
      expect(await app.post(getUserInfo, by.token, { userId: clueId, userType: 2 })).toMatchObject({
        code: 404,
      })
    expect(await audits(clueId)).toEqual([])
  })

  it('counts with all other reveals of the hour', async () => {
    const { token } = await buildMember(app.db, app.now(), { dealerId: store.dealerId, role: 3 })
    const clueId = await buildLead(app, store)
    for (let i = 0; i < 60; i++)
      expect((await app.post(getUserInfo, token, { userId: clueId, userType: 2 })).status).toBe('0')
    expect(await app.post(getUserInfo, token, { userId: clueId, userType: 2 })).toMatchObject({
      status: '-1',
      detail: '查看号码过于频繁，请稍后再试',
    })
  })
})

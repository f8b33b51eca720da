import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import { buildMember } from '../team/team.factory.ts'

const { getUserInfo } = rooms.base

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const auditOf = (memberId: number) =>
  app.db
    .selectFrom('audit')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('action', '=', 'reveal')
    .execute()

describe('the reveal', () => {
  it('returns clear numbers and audits member, kind, record and address', async () => {
    const by = await buildMember(app.db, app.now())
    const { customerId } = await buildCustomer(app, by, {
      mobile: '13933334444',
      secondardPhone: '0571-88012233',
    })
    expect(
      await app.post(getUserInfo, by.token, { dataType: 1, userId: customerId, userType: 1 }),
    ).toMatchObject({
      status: '0',
      phone: '13933334444',
      data: { phone: '13933334444' },
      secondaryPhone: '0571-88012233',
      idNo: '',
      address: '',
    })
    const rows = await auditOf(by.memberId)
    expect(rows).toMatchObject([
      {
        dealer_id: by.dealerId,
        account_id: by.accountId,
        record: `customer:${customerId}`,
        ip: '127.0.0.1',
        detail: { dataType: 1 },
        at: app.now(),
      },
    ])
    expect(JSON.stringify(rows)).not.toContain('13933334444')
  })

  it('returns identity number and address only if requested', async () => {
    const by = await buildMember(app.db, app.now())
    const { customerId } = await buildCustomer(app, by, {
      addition: { idNo: '11010119900307002X', address: '文三路 18 号' },
    })
    expect(await app.post(getUserInfo, by.token, { dataType: 2, userId: customerId })).toMatchObject({
      phone: '',
      secondaryPhone: '',
      idNo: '11010119900307002X',
      address: '文三路 18 号',
    })
    expect(await app.post(getUserInfo, by.token, { dataType: 3, userId: customerId })).toMatchObject({
      code: 400,
    })
  })

  it("is rejected without an audit row for a customer outside the member's scope", async () => {
    const by = await buildMember(app.db, app.now())
    const { customerId } = await buildCustomer(app, by)
    const colleague = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
    expect(await app.post(getUserInfo, colleague.token, { userId: customerId })).toMatchObject({
      status: '-1',
      code: 404,
    })
    expect(await auditOf(colleague.memberId)).toEqual([])
    const admin = await buildMember(app.db, app.now(), { dealerId: by.dealerId, role: 1 })
    expect(await app.post(getUserInfo, admin.token, { userId: customerId })).toMatchObject({ status: '0' })
  })

  it('is limited to 60 an hour per member, also for concurrent requests to several processes', async () => {
    const by = await buildMember(app.db, app.now())
    const { customerId } = await buildCustomer(app, by)
    const codes: number[] = []
    for (let round = 0; round < 2; round++)
      codes.push(
        ...(
          await Promise.all(
            Array.from({ length: 35 }, () => app.post(getUserInfo, by.token, { userId: customerId })),
          )
        ).map((answer) => answer.code),
      )
    expect(codes.filter((code) => code === 0)).toHaveLength(60)
    expect(codes.filter((code) => code === 1016)).toHaveLength(10)
    expect(await auditOf(by.memberId)).toHaveLength(60)
    app.advance(3600)
    expect(await app.post(getUserInfo, by.token, { userId: customerId })).toMatchObject({ status: '0' })
  })

  it('is never replayed from a stored response, whatever idempotency key is sent', async () => {
    const by = await buildMember(app.db, app.now())
    const { customerId } = await buildCustomer(app, by, { mobile: '13955556666' })
    const key = { 'idempotency-key': `reveal-${by.memberId}` }
    for (let times = 0; times < 2; times++)
      expect(await app.post(getUserInfo, by.token, { userId: customerId }, key)).toMatchObject({
        phone: '13955556666',
      })
    expect(
      await app.db
        .selectFrom('idempotency_key')
        .selectAll()
        .where('key', '=', key['idempotency-key'])
        .execute(),
    ).toEqual([])
    expect(await auditOf(by.memberId)).toHaveLength(2)
  })

  it('has an audit that cannot be changed', async () => {
    const by = await buildMember(app.db, app.now())
    const { customerId } = await buildCustomer(app, by)
    await app.post(getUserInfo, by.token, { userId: customerId })
    const rewrite = app.db
      .updateTable('audit')
      .set({ record: 'customer:1' })
      .where('member_id', '=', by.memberId)
      .execute()
    await expect(rewrite).rejects.toThrow('audit is append-only')
    const remove = app.db.deleteFrom('audit').where('member_id', '=', by.memberId).execute()
    await expect(remove).rejects.toThrow('audit is append-only')
  })
})

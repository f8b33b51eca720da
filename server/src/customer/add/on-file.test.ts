import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildMember } from '../../../test/factories.ts'
import type { BuiltMember } from '../../../test/factories.ts'
import { buildCustomer, newCustomer } from '../customer.factory.ts'
import type { BuiltCustomer } from '../customer.factory.ts'

const { onFile } = rooms.customer

let app: TestApp
let by: BuiltMember
let colleague: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now(), { name: '许安' })
  colleague = await buildMember(app.db, app.now(), { dealerId: by.dealerId, name: '沈知行' })
})
afterAll(() => app.close())

let last = 13_855_550_000
const anyMobile = (): string => String(++last)
const ask = (phone: string, token = by.token) => app.post(onFile, token, { phone })
const setDeal = (customer: BuiltCustomer, values: object) =>
  app.db
    .updateTable('deal')
    .set(values)
    .where('dealer_id', '=', by.dealerId)
    .where('id', '=', customer.dealId)
    .execute()
const audited = () =>
  app.db
    .selectFrom('audit')
    .select(['record', 'detail'])
    .where('dealer_id', '=', by.dealerId)
    .where('action', '=', 'number-found')
    .orderBy('id', 'desc')
    .execute()

describe('the number of a new customer', () => {
  it('is free if unknown', async () => {
    expect(await ask(anyMobile())).toMatchObject({ status: '0', customer: null })
  })

  it('of a seen customer returns the file and the next step', async () => {
    const mobile = anyMobile()
    const { customerId } = await buildCustomer(app, by, { mobile, name: '王二' })
    expect(await ask(`+86 ${mobile}`)).toMatchObject({
      customer: { ownerName: '许安', customerId, name: '王二', level: 'H', next: 'follow' },
    })
    const [trace] = await audited()
    expect(trace).toEqual({ record: `customer:${customerId}`, detail: { asked: 'new' } })
  })

  it('of a colleague’s customer returns the owner’s name only', async () => {
    const mobile = anyMobile()
    await buildCustomer(app, colleague, { mobile, name: '王三' })
    expect(await ask(mobile)).toMatchObject({
      customer: { ownerName: '沈知行', customerId: 0, name: '', level: '', next: '' },
    })
  })

  it('of another store’s customer returns nothing', async () => {
    const mobile = anyMobile()
    const foreign = await buildMember(app.db, app.now())
    await buildCustomer(app, foreign, { mobile })
    expect(await ask(mobile)).toMatchObject({ customer: null })
  })

  it.each([
    [{ level: 'D' }, 'repurchase'],
    [{ level: 'F' }, 'revive'],
    [{ suspended_at: new Date(0) }, 'resume'],
    [{ waiting_fail_review: true }, ''],
  ])('of a file that is %j continues with “%s”', async (values, next) => {
    const mobile = anyMobile()
    await setDeal(await buildCustomer(app, by, { mobile }), values)
    expect((await ask(mobile)).customer).toMatchObject({ next })
  })

  it('of a merged file belongs to the survivor', async () => {
    const mobile = anyMobile()
    const [master, slave] = [await buildCustomer(app, by), await buildCustomer(app, by, { mobile })]
    const merged = await app.post(rooms.customer.merge, by.token, {
      masterCustomerId: master.customerId,
      slaveCustomerId: slave.customerId,
    })
    expect(merged, merged.text).toMatchObject({ status: '0' })
    expect((await ask(mobile)).customer).toMatchObject({ customerId: master.customerId })
  })

  it('returns the same owner as the refusal on saving', async () => {
    const mobile = anyMobile()
    await buildCustomer(app, colleague, { mobile })
    const { customer } = await ask(mobile)
    expect(await app.post(rooms.customer.add, by.token, newCustomer(app, { mobile }))).toMatchObject({
      code: 2001,
      errors: [{ path: 'mobile', text: `该手机号客户已存在，客户经理：${customer?.ownerName}` }],
    })
  })

  it('counts once against the hourly limit of tries', async () => {
    const tries = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
    const first = anyMobile()
    for (let n = 0; n < 3; n += 1) await ask(first, tries.token)
    for (let n = 0; n < 119; n += 1) expect((await ask(anyMobile(), tries.token)).status).toBe('0')
    expect(await ask(anyMobile(), tries.token)).toMatchObject({
      code: 429,
      detail: '按完整手机号查询过于频繁，请稍后再试',
    })
  })

  it('must be valid', async () => {
    expect(await ask('12')).toMatchObject({
      code: 400,
      errors: [{ path: 'phone', text: '请输入正确的手机号' }],
    })
  })
})

import { rooms } from '@showroom/contract'
import { dayStart } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, testNow } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { secondsOf } from '../platform/clock.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import { buildDesk } from './desk.factory.ts'
import type { Desk } from './desk.factory.ts'

/** Customers at the door whom the desk knows already: lost or waiting ones, and those who are registered again. */

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setNow(testNow)
  desk = await buildDesk(app)
})

const cases = [
  ['lost', { level: 'F' }, '周启明到店，客户已战败，请复活后跟进'],
  ['inReview', { waiting_fail_review: true }, '周启明到店，客户在战败审核中，请尽快审核'],
  ['dormant', { suspended_at: testNow, resume_duration: 30 }, '周启明到店，客户休眠中，请唤醒后跟进'],
] as const

const dealOf = (dealId: number) =>
  app.db
    .selectFrom('deal')
    .select(['level', 'waiting_fail_review', 'suspended_at', 'next_follow_at'])
    .where('id', '=', dealId)
    .executeTakeFirstOrThrow()

async function buildStopped(changes: object) {
  const customer = await buildCustomer(app, desk.first, { name: '周启明' })
  await app.db.updateTable('deal').set(changes).where('id', '=', customer.dealId).execute()
  return customer
}

describe('an arriving customer without follow-up', () => {
  it.each(cases)(
    '(%s) is put on the board, stays so, and the owner is asked to act',
    async (name, changes, text) => {
      const { customerId, dealId } = await buildStopped(changes)
      const before = await dealOf(dealId)
      const { data: found } = await app.post(rooms.desk.search, desk.desk.token, { key: '周启明' })
      expect(found).toMatchObject([{ id: customerId, stopped: name, isPresent: false }])
      expect(await desk.confirm(customerId)).toMatchObject({ status: '0' })
      expect(await desk.confirm(customerId)).toMatchObject({ status: '0' })
      expect(await desk.visitOf('周启明')).toMatchObject({ stopped: name, ownerName: '许安', receiverId: 0 })
      expect(await dealOf(dealId)).toEqual(before)
      expect(await desk.toldTo(desk.first)).toEqual([text])
      expect(await desk.toldTo(desk.manager)).toEqual([])
    },
  )

  it('is reported to the managers if the owner is frozen', async () => {
    const { customerId } = await buildStopped({ level: 'F' })
    await app.db.updateTable('member').set({ status: -1 }).where('id', '=', desk.first.memberId).execute()
    await desk.confirm(customerId)
    expect(await desk.toldTo(desk.manager)).toEqual(['周启明到店，客户已战败，请复活后跟进'])
  })

  it('is refused to consultants while lost, who can revive', async () => {
    const { customerId } = await buildStopped({ level: 'F' })
    expect(await desk.confirm(customerId, desk.first)).toMatchObject({ code: 2002 })
    expect(await desk.board()).toMatchObject({ todayTotal: 0 })
  })
})

describe('the arrival of a customer on file', () => {
  const hour = (of: number): number => dayStart(secondsOf(app.now())) + of * 3600
  it.each([
    [
      'an appointment',
      { nextActivityType: 2, nextDate: hour.bind(undefined, 16), nextMinutes: 30 },
      '，约16:00看车，请前往展厅接待',
    ],
    [
      'a test drive without an hour',
      { nextActivityType: 3, nextDate: hour.bind(undefined, 0), nextTestSpecId: 1201 },
      '，约今天试驾松涧，请前往展厅接待',
    ],
    ['a call', {}, ''],
  ] as const)('sends the owner what was planned: %s', async (_name, { nextDate, ...next }: Planned, said) => {
    const plan = { ...next, ...(nextDate && { nextDate: nextDate() }) }
    const { customerId } = await buildCustomer(app, desk.first, { name: '周启明', ...plan })
    await desk.confirm(customerId)
    await desk.confirm(customerId)
    expect(await desk.toldTo(desk.first)).toEqual([`周启明到店${said}`])
    expect(await desk.toldTo(desk.manager)).toEqual([])
  })

  it('sends a notice to the superior, too, while the owner has not signed in', async () => {
    const { memberId } = desk.first
    await app.db
      .updateTable('member')
      .set({ manager_id: desk.second.memberId })
      .where('id', '=', memberId)
      .execute()
    const { customerId } = await buildCustomer(app, desk.first, { name: '周启明' })
    await desk.due(desk.first)
    await desk.confirm(customerId)
    for (const one of [desk.first, desk.second]) expect(await desk.toldTo(one)).toEqual(['周启明到店'])
  })
})

interface Planned {
  readonly nextActivityType?: 2 | 3
  readonly nextDate?: () => number
  readonly nextMinutes?: 30
  readonly nextTestSpecId?: number
}

describe('a number on file', () => {
  const again = (mobile: string, by = desk.desk) => desk.register(desk.second, { name: '林二', mobile }, by)

  it('gives the desk the tip that describes the file', async () => {
    const mobile = '13612345678'
    const idNo = '11010519491231002X'
    const { customerId } = await buildCustomer(app, desk.first, {
      name: '周启明',
      mobile,
      addition: { idNo },
    })
    const tip = {
      status: '-2',
      code: 202,
      customerId,
      name: '周启明',
      mobile: '136****5678',
      identifyNo: expect.stringMatching(/^110\*+002X$/),
      ownerName: '许安',
      isPresent: false,
      stopped: '',
      detail: '请确认该客户到店，不要重复新建',
    }
    expect(await again(mobile)).toMatchObject(tip)
    await desk.confirm(customerId)
    expect(await again(mobile)).toMatchObject({
      isPresent: true,
      detail: '客户已在店，请在到店看板安排接待',
    })
    expect((await desk.board()).todayTotal).toBe(1)
  })

  it('announces for a lost customer that the owner will be asked to act', async () => {
    const { customerId } = await buildStopped({ level: 'F' })
    const { mobile } = await app.db
      .selectFrom('customer')
      .select('mobile')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow()
    expect(await again(mobile)).toMatchObject({
      code: 202,
      identifyNo: '无',
      stopped: 'lost',
      detail: '请确认该客户到店，不要重复新建。客户已战败，到店后会提醒客户经理或店长处理',
    })
  })

  it('keeps the text at the field for consultants', async () => {
    await buildCustomer(app, desk.first, { mobile: '13612345679' })
    const body = { newType: 0, assignMemberId: 0 }
    expect(await desk.register(desk.second, { mobile: '13612345679', ...body }, desk.second)).toMatchObject({
      status: '-1',
      code: 2001,
      errors: [{ path: 'mobile', text: '该手机号客户已存在，客户经理：许安' }],
    })
  })

  it('gives one of two desks that register it at once the tip', async () => {
    const answers = await Promise.all([again('13612345670'), again('13612345670', desk.manager)])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 202])
  })
})

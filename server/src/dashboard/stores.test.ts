import { rooms } from '@showroom/contract'
import { role } from '@showroom/contract/access/access.rules'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import { dateType, periodStart } from '@showroom/contract/report/period.rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCustomer, stageDeals } from '../customer/customer.factory.ts'
import { buildLead } from '../lead/lead.factory.ts'
import { buildMember, stageMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'

/** 门店对比. Today is 2026-11-18, 12:00. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const now = () => app.now().getTime() / 1000
const month = () => ({
  dateType: dateType.month,
  dateStart: periodStart(dateType.month, now()),
  dateEnd: now(),
})
const read = async (by: BuiltMember, query = month()) => {
  const answer = await app.post(rooms.dashboard.stores, by.token, query)
  expect(answer.status, answer.text).toBe('0')
  return answer.data ?? []
}
const join = (person: BuiltMember, as: number) =>
  buildMember(app.db, app.now(), { accountId: person.accountId, mobile: person.mobile, role: as })

/** Opens files on these days of November or October, `11-05`. */
async function files(owner: BuiltMember, ...days: readonly string[]) {
  for (const day of days) {
    const { dealId } = await buildCustomer(app, owner)
    await stageDeals(app, [dealId], { created_at: new Date(`2026-${day}T10:00:00+08:00`) })
  }
}

it('counts each store that the person may switch to and sees as a whole, and no other one', async () => {
  const boss = await buildMember(app.db, app.now(), { role: role.boss })
  const manager = await join(boss, role.salesManager)
  const investor = await join(boss, role.investor)
  const seller = await join(boss, role.consultant)
  const frozen = await join(boss, role.boss)
  const stranger = await buildMember(app.db, app.now(), { role: role.boss })

  await files(boss, '11-01', '11-17', '10-02', '10-20')
  await files(await buildMember(app.db, app.now(), { dealerId: manager.dealerId }), '11-18')
  for (const one of [seller, frozen, stranger]) await files(one, '11-17')
  await stageMember(app.db, frozen, { status: -1 })
  await buildLead(app, manager, { status: 2, created_at: app.now() })

  const rows = await read(boss)
  expect(rows.map(({ dealerId }) => dealerId)).toEqual(
    [boss, manager, investor].map(({ dealerId }) => dealerId),
  )
  const [own, other, empty] = rows
  expect(own).toMatchObject({ counts: { files: 2, leadsValid: 0 }, before: { files: 1 } })
  expect(other).toMatchObject({ counts: { files: 1, leadsValid: 1 }, before: { files: 0, leadsValid: 0 } })
  expect(empty).toMatchObject({ counts: { files: 0, visits: 0, testDrives: 0, orders: 0, deliveries: 0 } })
  const onDay = (text: string): number => {
    const day = dayStart(Date.parse(`2026-${text}T10:00:00+08:00`) / 1000)
    return own?.days.files[29 - (dayStart(now()) - day) / 86_400] ?? -1
  }
  expect(own?.days.files).toHaveLength(30)
  expect([onDay('11-17'), onDay('11-01'), onDay('10-20'), onDay('11-02')]).toEqual([1, 1, 1, 0])

  expect(own?.month?.orders).toEqual({ target: null, due: null, forecast: 0 })

  // The same person counts the same from each of the stores, and a report of the store agrees.
  expect(await read(investor)).toEqual(rows)
  const report = await app.post(rooms.report.customerSum2, boss.token, { ...month(), isCompare: 1 })
  expect(report).toMatchObject({ total: { files: 2 }, before: { total: { files: 1 } } })

  // A store that is lost meanwhile is gone from the next answer on.
  await stageMember(app.db, manager, { left_at: app.now() })
  expect((await read(boss)).map(({ dealerId }) => dealerId)).toEqual([boss.dealerId, investor.dealerId])
  expect(await read(stranger)).toHaveLength(1)
})

it('compares a day, a week and a range with what was before, and refuses a range that has not begun', async () => {
  const boss = await buildMember(app.db, app.now(), { role: role.boss })
  await files(boss, '11-18', '11-17', '11-16', '11-11', '11-09', '10-31')
  const filesOf = async (type: 1 | 2 | 5, from: number, to = now()) => {
    const [row] = await read(boss, { dateType: type as 3, dateStart: from, dateEnd: to })
    expect(row?.month).toBeNull()
    return [row?.counts.files, row?.before.files]
  }
  expect(await filesOf(1, now())).toEqual([1, 1])
  expect(await filesOf(2, periodStart(dateType.week, now()))).toEqual([3, 2])
  expect(await filesOf(5, addDays(now(), -9))).toEqual([5, 1])
  const late = { ...month(), dateStart: addDays(now(), 1), dateEnd: addDays(now(), 2) }
  expect(await app.post(rooms.dashboard.stores, boss.token, late)).toMatchObject({ status: '-1' })
})

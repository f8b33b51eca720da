import { addDays, dayStart, dayText, weekDay } from '@showroom/contract/kernel/day'
import { describe, expect, it } from 'vitest'
import { narrateDemo } from './narrate.ts'
import { demoDealers } from './network.ts'
import { secondsWithinHours } from './workday.ts'

/** Checks that the demo's numbers look like a growing network with seasons and weekends, whenever it was seeded. */

const dates = ['2026-11-22T15:30', '2026-02-10T09:20', '2027-10-03T23:59']
const of = <Row extends { dealer_id: number }>(rows: readonly Row[], dealerId: number): Row[] =>
  rows.filter((row) => row.dealer_id === dealerId)
const secondsOf = (at: Date | null): number => (at?.getTime() ?? 0) / 1000

function countBy(times: readonly number[], keyOf: (seconds: number) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const at of times) counts.set(keyOf(at), (counts.get(keyOf(at)) ?? 0) + 1)
  return counts
}

describe.each(dates)('a demo seeded at %s', (date) => {
  const now = Date.parse(`${date}:00+08:00`) / 1000
  const { ledger } = narrateDemo(now)
  const happened = {
    files: ledger.deals.map((deal) => [deal.dealer_id, secondsOf(deal.created_at)] as const),
    leads: ledger.leads.map((lead) => [lead.dealer_id, secondsOf(lead.created_at)] as const),
    follows: ledger.activities.map((one) => [one.dealer_id, secondsOf(one.completed_at)] as const),
    orders: ledger.orders.map((order) => [order.dealer_id, secondsOf(order.reviewed_at)] as const),
    deliveries: ledger.orders.map((order) => [order.dealer_id, secondsOf(order.delivered_at)] as const),
    defeats: ledger.defeats.map((request) => [request.dealer_id, secondsOf(request.reviewed_at)] as const),
  }
  const timesOf = (what: keyof typeof happened, dealerId = 0): number[] =>
    happened[what].flatMap(([dealer, at]) => (at > 0 && (!dealerId || dealer === dealerId) ? [at] : []))

  it.each(['files', 'leads', 'follows', 'orders', 'deliveries', 'defeats'] as const)(
    'has %s in every month of a year at each store, no month far above another',
    (what) => {
      const months = Array.from({ length: 12 }, (_, back) =>
        dayText(addDays(now, -30 * (back + 1))).slice(0, 7),
      )
      for (const { id, name } of demoDealers) {
        const counts = countBy(timesOf(what, id), (at) => dayText(at).slice(0, 7))
        for (const month of months) expect(counts.get(month) ?? 0, `${name} ${month}`).toBeGreaterThan(0)
      }
      const whole = countBy(timesOf(what), (at) => dayText(at).slice(0, 7))
      const [most = 0] = months.map((month) => whole.get(month) ?? 0).toSorted((a, b) => b - a)
      const least = Math.min(...months.slice(0, 6).map((month) => whole.get(month) ?? 0))
      expect(most / least, what).toBeLessThan(5)
    },
  )

  it('shows no day with an artificial peak', () => {
    const lately = (at: number): boolean => at > addDays(now, -60) && at < addDays(now, 0)
    for (const [what, most] of [
      ['files', 5],
      ['follows', 3],
      ['defeats', 6],
    ] as const) {
      const days = [...countBy(timesOf(what).filter(lately), dayText).values()]
      const usual = days.reduce((sum, count) => sum + count, 0) / days.length
      expect(Math.max(...days) / usual, what).toBeLessThan(most)
    }
  })

  it('has more guests at the weekend', () => {
    const lately = timesOf('files').filter((at) => at > addDays(now, -140) && at < addDays(now, 0))
    const atWeekend = lately.filter((at) => weekDay(at) >= 5).length / 2
    const inTheWeek = lately.filter((at) => weekDay(at) < 5).length / 5
    expect(atWeekend / inTheWeek).toBeGreaterThan(1.2)
  })

  it('varies the success of stores and of their consultants', () => {
    const rates = demoDealers.map(({ id }) => timesOf('orders', id).length / timesOf('files', id).length)
    expect(Math.max(...rates) / Math.min(...rates)).toBeGreaterThan(1.4)
    const owners = countBy(
      of(ledger.deals, 1).map((deal) => deal.owner_id),
      String,
    )
    const shares = [...owners.values()].filter((count) => count > 30)
    expect(Math.max(...shares) / Math.min(...shares)).toBeGreaterThan(1.3)
  })

  it('has a week of appointments at each store: expected, on the road, overdue, missed, moved and cancelled', () => {
    const today = dayStart(now)
    const isOpenAt = (hour: number): boolean => now >= today + hour * 3600 && now < today + 18 * 3600
    for (const { id, name } of demoDealers) {
      const all = of(ledger.activities, id).filter(({ minutes }) => minutes !== null)
      const open = all.filter((one) => !one.completed_at && !one.cancelled_at)
      const on = (days: number): typeof all =>
        open.filter(({ due_at: at }) => dayStart(secondsOf(at)) === addDays(today, days))
      for (let days = 0; days < 7; days++)
        expect(on(days).length, `${name} in ${days} days`).toBeGreaterThan(days === 0 ? 2 : 1)
      expect(new Set(on(0).map(({ owner_id: owner }) => owner)).size, name).toBeGreaterThan(2)
      const hours = on(0).map(({ due_at: at }) => Math.floor((secondsOf(at) - today) / 3600))
      expect(new Set(hours).size, name).toBeGreaterThan(4)
      expect(Math.max(...countBy(hours, String).values()), name).toBeLessThan(6)

      const lately = all.filter(
        ({ due_at: at }) => secondsOf(at) >= addDays(today, -7) && secondsOf(at) < today,
      )
      expect(lately.filter(({ kept }) => kept === true).length, name).toBeGreaterThan(1)
      const missed = lately.filter(({ kept }) => kept === false)
      expect(missed.length, name).toBeGreaterThan(1)
      const calls = ledger.activities.filter(
        (one) => !one.completed_at && !one.cancelled_at && one.type === 1,
      )
      expect(missed.some((one) => calls.some((call) => call.deal_id === one.deal_id))).toBe(true)
      const subjects = new Set(of(ledger.timeline, id).map(({ subject }) => subject))
      for (const subject of [
        '爽约',
        '客户改约',
        '客户确认预约',
        '交钥匙',
        '还车',
        ...(isOpenAt(8) ? ['客户取消预约'] : []),
      ])
        expect(subjects, name).toContain(subject)

      const drives = of(ledger.drives, id)
      const out = drives.filter(({ back_at: at }) => at === null)
      expect(out.length, name).toBe(isOpenAt(12) ? 2 : isOpenAt(9) ? out.length : 0)
      const late = out.filter(({ out_at: at }) => now - secondsOf(at) > 75 * 60)
      expect(late.length, name).toBe(isOpenAt(12) ? 1 : late.length)
      for (const carId of new Set(drives.map((one) => one.car_id)))
        for (const [at, drive] of drives.filter((one) => one.car_id === carId).entries()) {
          const before = drives.filter((one) => one.car_id === carId)[at - 1]
          expect(drive.out_km).toBeGreaterThanOrEqual(before?.back_km ?? 0)
          expect(secondsOf(drive.out_at)).toBeGreaterThanOrEqual(secondsOf(before?.back_at ?? null))
        }
    }
  })

  it('has no lead that waits implausibly long', () => {
    const waiting = ledger.leads.filter(({ status }) => status === 1)
    expect(waiting.length).toBeGreaterThan(5)
    const waited = waiting.map(({ created_at }) =>
      secondsWithinHours(secondsOf(created_at), now, '08:30', '18:00'),
    )
    expect(Math.max(...waited)).toBeLessThan(4 * 3600)
    // A store allows half an hour.
    for (const id of new Set(waiting.map(({ dealer_id }) => dealer_id)))
      expect(Math.max(...waited.filter((_, at) => waiting[at]?.dealer_id === id))).toBeGreaterThan(1800)
  })
})

import { rooms } from '@showroom/contract'
import { dayStart } from '@showroom/contract/kernel/day'
import { taskFilter } from '@showroom/contract/task/task.rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, send, testNow } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCustomer, buildMember, phoneFollow } from '../../test/factories.ts'
import type { BuiltMember } from '../../test/factories.ts'
import { listenTo } from '../../test/live.ts'
import { recordStatements } from '../../test/database/statements.ts'

/** Tab counts are cached until a task of the store changes, and never any longer. */

let app: TestApp
let other: TestApp['app']
beforeAll(async () => {
  app = await createTestApp()
  other = await app.startNode()
})
afterAll(() => app.close())
beforeEach(() => app.setNow(testNow))

const member = (overrides: Parameters<typeof buildMember>[2] = {}) =>
  buildMember(app.db, app.now(), overrides)
const { pending, overdue } = taskFilter

const ask = async (by: BuiltMember, query = {}, node = app.app): Promise<readonly number[]> => {
  const answer = await send(node, rooms.task.counts, by.token, query)
  expect(answer.status, answer.text).toBe('0')
  return answer.byFilter ?? []
}
/** Number of SQL statements that counted tasks. */
const countings = async (work: () => Promise<unknown>): Promise<number> =>
  (await recordStatements(work)).filter(({ text }) => text.includes('as numbers')).length

const newTask = (by: BuiltMember) => buildCustomer(app, by)

describe('task counts', () => {
  it('are counted once for repeated requests', async () => {
    const by = await member({ role: 1 })
    const page = await listenTo(app.app, by.token)
    await newTask(by)
    await page.next()
    page.leave()
    const work = async () => {
      expect(await ask(by)).toEqual(await ask(by))
    }
    expect(await countings(work)).toBe(1)
  })

  it('are reused when another tab is chosen, and counts of open tasks when the days change', async () => {
    const by = await member({ role: 1 })
    // The notification of a change comes after its response, and drops the counts.
    const page = await listenTo(app.app, by.token)
    const made = await newTask(by)
    await page.next()
    await app.post(rooms.customer.follow, by.token, phoneFollow(app, made))
    await page.next()
    page.leave()
    const counted = async (query: object): Promise<number> => {
      const sent = await recordStatements(() => ask(by, query))
      return sent
        .filter(({ text }) => text.includes('as numbers'))
        .flatMap(({ text }) => text.split('from activity').slice(1)).length
    }
    const all = Object.keys(taskFilter).length
    expect(await counted({ filterType: taskFilter.today })).toBe(all)
    expect(await counted({ filterType: pending })).toBe(2)
    expect(await counted({ filterType: pending })).toBe(0)
    const dateEnd = dayStart(app.now().getTime() / 1000)
    expect(await counted({ filterType: pending, dateStart: dateEnd - 86_400, dateEnd })).toBe(1)
    // Another activity changes the count of each state; the chosen state already has all activities.
    expect(await counted({ filterType: pending, activityType: 1 })).toBe(all - 1)
    const here = { filterType: taskFilter.completed, activityType: 1 }
    expect(await ask(by, here)).toEqual(await ask(by, { ...here, saleIds: String(by.memberId) }))
  })

  it('are counted again after a write, before its response is sent', async () => {
    const by = await member()
    const made = await newTask(by)
    expect((await ask(by))[pending]).toBe(1)
    const form = phoneFollow(app, made)
    expect(await app.post(rooms.customer.follow, by.token, form)).toMatchObject({ status: '0' })
    expect((await ask(by))[taskFilter.completed]).toBe(1)
    await newTask(by)
    expect((await ask(by))[pending]).toBe(2)
  })

  it('are current for a page that heard of a write by another process', async () => {
    const by = await member()
    expect((await ask(by, {}, other))[pending]).toBe(0)
    const page = await listenTo(other, by.token)
    await newTask(by)
    await page.next()
    expect((await ask(by, {}, other))[pending]).toBe(1)
    page.leave()
  })

  it('are cached per member and per store', async () => {
    const manager = await member({ role: 1 })
    const consultant = await member({ dealerId: manager.dealerId })
    const stranger = await member({ role: 1 })
    await newTask(manager)
    expect((await ask(manager))[pending]).toBe(1)
    expect((await ask(consultant))[pending]).toBe(0)
    expect((await ask(stranger))[pending]).toBe(0)
  })

  it('are cached per day', async () => {
    app.setNow(new Date('2026-11-18T23:50:00+08:00'))
    const by = await member()
    await buildCustomer(app, by, { nextDate: dayStart(app.now().getTime() / 1000) })
    expect((await ask(by))[overdue]).toBe(0)
    app.advance(15 * 60)
    expect((await ask(by))[overdue]).toBe(1)
  })

  it('with a keyword are counted every time, as each is a lookup of a person', async () => {
    const by = await member()
    const work = async () => {
      await ask(by, { key: '林' })
      await ask(by, { key: '林' })
    }
    expect(await countings(work)).toBe(2)
  })
})

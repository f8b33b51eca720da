import { describe, expect, it } from 'vitest'
import { orderSteps } from './order.steps'

/** A timeline, newest first, as the server returns it. */
const steps = (...statuses: number[]) =>
  statuses.map((orderStatus, index) => ({ orderStatus, createdAt: 100 * (index + 1) })).toReversed()
const order = (orderStatus: number, cancelledFrom = 0) => ({ orderStatus, cancelledFrom })
const titles = (orderStatus: number, cancelledFrom = 0) =>
  orderSteps(order(orderStatus, cancelledFrom), []).map(({ title }) => title)

describe('order steps', () => {
  it('lead from 待提交 to 已完成', () => {
    expect(titles(1)).toEqual(['待提交', '已提交', '已审核', '已完成'])
    expect(orderSteps(order(2), steps(1, 2))).toEqual([
      { title: '待提交', state: 'done', at: 100 },
      { title: '已提交', state: 'now', at: 200 },
      { title: '已审核', state: 'to-come', at: 0 },
      { title: '已完成', state: 'to-come', at: 0 },
    ])
  })

  it("stay at 已审核 with the time of approval during the maker's steps", () => {
    for (const status of [3, 15, 16, 17, 4, 19])
      expect(orderSteps(order(status), steps(1, 2, 3, status))[2]).toEqual({
        title: '已审核',
        state: 'now',
        at: 300,
      })
  })

  it('are all done for a completed order', () => {
    expect(orderSteps(order(14), steps(1, 2, 3, 14)).map(({ state }) => state)).toEqual([
      'done',
      'done',
      'done',
      'done',
    ])
  })

  it('end with a rejection', () => {
    expect(titles(6)).toEqual(['待提交', '已提交', '已驳回'])
    expect(orderSteps(order(6), steps(1, 2, 6)).at(-1)).toEqual({ title: '已驳回', state: 'ended', at: 300 })
  })

  it('end at the step where the order was cancelled', () => {
    expect(titles(8, 1)).toEqual(['待提交', '已取消'])
    expect(titles(8, 2)).toEqual(['待提交', '已提交', '已取消'])
    expect(titles(8, 3)).toEqual(['待提交', '已提交', '已审核', '已取消'])
    expect(titles(8, 6)).toEqual(['待提交', '已提交', '已驳回', '已取消'])
    expect(orderSteps(order(8, 1), steps(1, 8)).at(-1)).toEqual({ title: '已取消', state: 'ended', at: 200 })
  })

  it('show when the order last reached each step', () => {
    expect(orderSteps(order(2), steps(1, 2, 1, 2)).map(({ at }) => at)).toEqual([300, 400, 0, 0])
    // A record without a status is ignored.
    expect(orderSteps(order(1), steps(1, 0, 1))[0]?.at).toBe(100)
  })

  it('are shown without a timeline', () => {
    expect(orderSteps(order(1), [])[0]).toEqual({ title: '待提交', state: 'now', at: 0 })
  })
})

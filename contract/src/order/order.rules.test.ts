import { fenOf } from '../kernel/money.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineLeft, liveStatuses, orderCan, orderStatus, orderTotals } from './order.rules.ts'

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 100 }),
  priceFen: fc.integer({ min: 0, max: 9_999_999_900 }),
  isCancelled: fc.boolean(),
})

describe('totals', () => {
  it('count lines that are not cancelled, in whole fen', () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 20 }),
        fc.integer({ min: 0, max: 10_000_000 }),
        (lines, depositFen) => {
          const totals = orderTotals(depositFen, lines)
          const live = lines.filter((one) => !one.isCancelled)
          expect(totals).toEqual(orderTotals(depositFen, live))
          expect(totals).toEqual(orderTotals(depositFen, lines.toReversed()))
          expect(Number.isSafeInteger(totals.totalFen)).toBe(true)
          expect(totals.depositFen).toBe(depositFen * totals.vehicles)
        },
      ),
    )
  })

  it('count the remaining vehicles of a line', () => {
    expect(lineLeft(5, 2)).toEqual({ quantity: 3, isCancelled: false })
    expect(lineLeft(5, 5)).toEqual({ quantity: 0, isCancelled: true })
  })

  it('of an order add up over its lines', () => {
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (some, others) => {
        const sum = orderTotals(1, some).totalFen + orderTotals(1, others).totalFen
        expect(orderTotals(1, [...some, ...others]).totalFen).toBe(sum)
      }),
    )
  })

  it('convert yuan to fen exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_900 }), (fen) => {
        expect(fenOf(fen / 100)).toBe(fen)
      }),
    )
  })
})

describe('the table of actions', () => {
  const every = Object.values(orderStatus)
  const ofAction = (action: keyof typeof orderCan) => every.filter((status) => orderCan[action](status))

  it('lists the statuses that allow each action', () => {
    expect(ofAction('submit')).toEqual([1, 6])
    expect(ofAction('edit')).toEqual([1, 6])
    expect(ofAction('cancelLine')).toEqual([3, 15])
    expect(ofAction('withdraw')).toEqual([2])
    expect(ofAction('review')).toEqual([2])
    expect(ofAction('cancel').toSorted((a, b) => a - b)).toEqual([1, 2, 3, 6, 15])
    expect(ofAction('deliver').toSorted((a, b) => a - b)).toEqual([...liveStatuses].toSorted((a, b) => a - b))
  })

  it('allows nothing for a completed or cancelled order', () => {
    for (const over of [orderStatus.completed, orderStatus.cancelled])
      for (const allows of Object.values(orderCan)) expect(allows(over)).toBe(false)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lazyDefeat } from './review.rules.ts'
import type { Effort } from './review.rules.ts'

const honest: Effort = { contactTimes: 4, contactDays: 3, ownedDays: 20, invited: true, arrived: true }

describe('a lazy defeat', () => {
  it('has no signs when the customer was worked on', () => {
    expect(lazyDefeat(honest)).toEqual([])
  })

  it.each<[Partial<Effort>, string[]]>([
    [{ contactTimes: 0, contactDays: 0 }, ['从未联系']],
    [{ contactTimes: 1, contactDays: 1 }, ['仅联系1次']],
    [{ contactTimes: 2, contactDays: 1 }, ['全部联系集中在同一天']],
    [{ contactTimes: 2, contactDays: 2 }, []],
    [{ ownedDays: 2 }, ['分配不足3天']],
    [{ ownedDays: 3 }, []],
    [{ invited: false, arrived: false }, ['从未到店邀约']],
    [{ invited: false, arrived: true }, []],
    [{ invited: true, arrived: false }, []],
    [
      { contactTimes: 1, contactDays: 1, ownedDays: 0, invited: false, arrived: false },
      ['仅联系1次', '分配不足3天', '从未到店邀约'],
    ],
  ])('%j shows as %j', (part, doubts) => {
    expect(lazyDefeat({ ...honest, ...part })).toEqual(doubts)
  })

  it('never shows more signs for more work', () => {
    const days = fc.integer({ min: 0, max: 400 })
    const effort = fc
      .record({
        contactTimes: days,
        contactDays: days,
        ownedDays: days,
        invited: fc.boolean(),
        arrived: fc.boolean(),
      })
      .filter(({ contactTimes, contactDays }) =>
        contactTimes === 0 ? contactDays === 0 : contactDays >= 1 && contactDays <= contactTimes,
      )
    fc.assert(
      fc.property(effort, (one) => {
        const more = {
          ...one,
          contactTimes: one.contactTimes + 1,
          contactDays: one.contactDays + 1,
          ownedDays: one.ownedDays + 1,
          invited: true,
        }
        expect(lazyDefeat(more).length).toBeLessThanOrEqual(lazyDefeat(one).length)
        expect(new Set(lazyDefeat(one)).size).toBe(lazyDefeat(one).length)
      }),
    )
  })
})

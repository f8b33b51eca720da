import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dayEnd, daySeconds, dayStart } from '../kernel/day.ts'
import { nextDateProblem } from './add.schema.ts'
import { defeatBranch, identityProblem, isResidentId, mayAct } from './customer.rules.ts'
import {
  defaultNextDate,
  followLevels,
  isFollowLevel,
  levels,
  nextDateAllowed,
  windowDays,
} from './level.rules.ts'
import type { CustomerAction, CustomerRights, CustomerState } from './customer.rules.ts'

const now = fc.integer({ min: Date.UTC(1992, 0, 1) / 1000, max: Date.UTC(2100, 0, 1) / 1000 })
const followLevel = fc.constantFrom(...followLevels)

describe('follow-up windows', () => {
  it('are 2 days for a new customer and 6, 14, 30 and 90 by heat', () => {
    expect(windowDays).toEqual({ N: 2, H: 6, A: 14, B: 30, C: 90 })
  })

  it('include the default date as their last day', () => {
    fc.assert(
      fc.property(followLevel, now, (level, at) => {
        const next = defaultNextDate(level, at)
        expect(next).toBe(dayStart(at) + windowDays[level] * daySeconds)
        expect(nextDateAllowed(level, next, at)).toBe(true)
        expect(nextDateAllowed(level, dayEnd(next) - 1, at)).toBe(true)
        expect(nextDateAllowed(level, dayEnd(next), at)).toBe(false)
      }),
    )
  })

  it('reach from yesterday to the last day, by whole days', () => {
    fc.assert(
      fc.property(
        followLevel,
        now,
        fc.integer({ min: -200, max: 200 }),
        fc.integer({ min: 0, max: daySeconds - 1 }),
        (level, at, days, second) => {
          const picked = addDays(at, days) + second
          const allowed = days >= -1 && days <= windowDays[level]
          expect(nextDateAllowed(level, picked, at)).toBe(allowed)
          expect(nextDateProblem({ level, nextDate: picked }, at)).toBe(
            allowed ? undefined : '跟进日期超出该级别的可选范围',
          )
        },
      ),
    )
  })

  it('do not depend on the hour of the day', () => {
    fc.assert(
      fc.property(followLevel, now, fc.integer({ min: 0, max: daySeconds - 1 }), (level, at, second) => {
        expect(defaultNextDate(level, dayStart(at) + second)).toBe(defaultNextDate(level, at))
      }),
    )
  })

  it('apply to follow levels only', () => {
    for (const level of levels)
      expect(nextDateProblem({ level, nextDate: 9_999_999_999 }, 1_800_000_000) === undefined).toBe(
        !isFollowLevel(level),
      )
    expect(nextDateProblem({ level: 'N', nextDate: 0 }, 1_800_000_000)).toBeUndefined()
  })
})

describe('customer states', () => {
  const state: fc.Arbitrary<CustomerState> = fc.record({
    level: fc.constantFrom(...levels),
    isSuspend: fc.boolean(),
    waitingFailReview: fc.boolean(),
    openOrders: fc.nat(3),
    undelivered: fc.nat(3),
  })
  const all: CustomerRights = { allowAssign: true, canResign: true, allowFailVerify: true }
  const may = (s: CustomerState, action: CustomerAction): boolean => mayAct(action, s, all)

  it('of a customer in review allow the review and nothing that would overtake it', () => {
    fc.assert(
      fc.property(state, (s) => {
        const waiting = { ...s, waitingFailReview: true }
        expect(may(waiting, 'rejectDefeat')).toBe(true)
        for (const action of ['follow', 'defeat', 'suspend', 'order', 'reassign'] as const)
          expect(may(waiting, action)).toBe(false)
        expect(may({ ...s, waitingFailReview: false }, 'rejectDefeat')).toBe(false)
      }),
    )
  })

  it('allow reviving defeated customers only', () => {
    fc.assert(
      fc.property(state, (s) => {
        expect(may(s, 'revive')).toBe(s.level === 'F')
        const defeated = { ...s, level: 'F' } as const
        for (const action of [
          'follow',
          'defeat',
          'suspend',
          'order',
          'reassign',
          'resume',
          'confirmArrival',
        ] as const)
          expect(may(defeated, action)).toBe(false)
      }),
    )
  })

  it('never allow both suspending and waking', () => {
    fc.assert(
      fc.property(state, (s) => {
        expect(may(s, 'suspend') && may(s, 'resume')).toBe(false)
        const dormant = { ...s, isSuspend: true }
        for (const action of ['follow', 'defeat', 'suspend', 'order'] as const)
          expect(may(dormant, action)).toBe(false)
      }),
    )
  })

  it('with an open order refuse defeat and dormancy, but allow a follow-up', () => {
    fc.assert(
      fc.property(state, (s) => {
        const ordered = { ...s, openOrders: s.openOrders + 1 }
        expect(may(ordered, 'defeat') || may(ordered, 'suspend')).toBe(false)
        expect(may(ordered, 'follow')).toBe(may({ ...s, openOrders: 0 }, 'follow'))
      }),
    )
  })

  it('allow defeat only if a follow-up is allowed, at a follow level', () => {
    fc.assert(
      fc.property(state, (s) => {
        fc.pre(may(s, 'defeat'))
        expect(may(s, 'follow')).toBe(true)
        expect(isFollowLevel(s.level)).toBe(true)
      }),
    )
  })

  it("allow reassigning and deciding on defeats by the reader's rights", () => {
    const rights = fc.record({
      allowAssign: fc.boolean(),
      canResign: fc.boolean(),
      allowFailVerify: fc.boolean(),
    })
    fc.assert(
      fc.property(state, rights, (s, by) => {
        const open = s.level !== 'F' && !s.waitingFailReview
        expect(mayAct('reassign', s, by)).toBe(by.allowAssign && by.canResign && open)
        expect(mayAct('batchReassign', s, by)).toBe(by.allowAssign && open)
        expect(mayAct('rejectDefeat', s, by)).toBe(by.allowFailVerify && s.waitingFailReview)
        expect(mayAct('confirmDefeat', s, by) && !mayAct('rejectDefeat', s, by)).toBe(false)
      }),
    )
  })

  it('allow return visits and repurchases after delivery only', () => {
    fc.assert(
      fc.property(state, (s) => {
        for (const action of ['recall', 'repurchase'] as const)
          expect(may(s, action) && s.level !== 'D').toBe(false)
        expect(may(s, 'repurchase') && s.openOrders + s.undelivered > 0).toBe(false)
      }),
    )
  })

  it('always allow at least one next step', () => {
    fc.assert(
      fc.property(state, (s) => {
        const ways = (['follow', 'revive', 'resume', 'rejectDefeat'] as const).filter((action) =>
          may(s, action),
        )
        expect(ways.length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('the fields of a defeat form', () => {
  const all = [1, 2, 3, 6, 7, 15, 21, 99]
  const opening = (part: keyof ReturnType<typeof defeatBranch>, sub = 0) =>
    all.filter((reason) => defeatBranch(reason, sub)[part])
  it('depend on the reason, and the dealer on its sub-reason', () => {
    expect(opening('subReason')).toEqual([2, 3, 6])
    expect(opening('dealer')).toEqual([])
    expect(opening('dealer', 1)).toEqual([6])
    expect(opening('series')).toEqual([1, 7])
    expect(opening('purchaseReasons')).toEqual([1, 21])
    expect(opening('city')).toEqual([15])
  })
})

describe('identity documents', () => {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const withCheck = (seventeen: string): string =>
    seventeen +
    '10X98765432'[weights.reduce((sum, weight, index) => sum + weight * Number(seventeen[index]), 0) % 11]
  const birthday = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10).replaceAll('-', ''))
  const resident = fc
    .tuple(fc.integer({ min: 110_000, max: 659_999 }), birthday, fc.stringMatching(/^\d{3}$/))
    .map(([region, day, order]) => withCheck(`${region}${day}${order}`))

  it('pass with the right check character in either case', () => {
    fc.assert(
      fc.property(resident, (id) => {
        expect(isResidentId(id)).toBe(true)
        expect(isResidentId(id.toLowerCase())).toBe(true)
      }),
    )
  })

  it('fail with any one digit changed', () => {
    fc.assert(
      fc.property(resident, fc.nat(16), fc.integer({ min: 1, max: 9 }), (id, at, by) => {
        const digit = (Number(id[at]) + by) % 10
        expect(isResidentId(id.slice(0, at) + String(digit) + id.slice(at + 1))).toBe(false)
      }),
    )
  })

  it('fail with two neighbours swapped', () => {
    fc.assert(
      fc.property(resident, fc.nat(15), (id, at) => {
        fc.pre(id[at] !== id[at + 1])
        expect(isResidentId(id.slice(0, at) + id[at + 1] + id[at] + id.slice(at + 2))).toBe(false)
      }),
    )
  })

  it('of 15 digits pass with a date of the last century', () => {
    expect(isResidentId('110101900307002')).toBe(true)
    expect(isResidentId('110101900230002')).toBe(false)
    expect(isResidentId('11010190030700X')).toBe(false)
  })

  it('are checked by kind, and may be empty for the three known kinds', () => {
    for (const type of [1, 2, 3]) expect(identityProblem(type, '')).toBeUndefined()
    for (const type of [4, 9]) expect(identityProblem(type, '')).toBe('请输入证件号码')
    expect(identityProblem(1, 'E12345678')).toBe('请输入合法证件号')
    expect(identityProblem(2, 'E12345678')).toBeUndefined()
    expect(identityProblem(2, 'E1')).toBe('请输入护照')
    expect(identityProblem(3, '南字第01234567号')).toBeUndefined()
    expect(identityProblem(3, '军')).toBe('请输入合法军官证件号')
    expect(identityProblem(4, '什么都行 1')).toBeUndefined()
    expect(identityProblem(4, 'x'.repeat(31))).toBe('请输入证件号码')
  })
})

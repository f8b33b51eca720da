import { offersContact } from '@showroom/contract/customer/customer.rules'
import { Follow } from '@showroom/contract/customer/follow.schema'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { addDays } from '@showroom/contract/kernel/day'
import { describe, expect, it } from 'vitest'
import {
  completedTypes,
  contactFor,
  dateWindow,
  followDateProblems,
  followRequest,
  type FollowValues,
  initialFollow,
  quickDays,
  rebaseFollow,
  targetOf,
  withNextType,
} from './follow.form'

/** 2026-11-21 10:00 in Shanghai. */
const now = Date.UTC(2026, 10, 21, 2) / 1000

interface Sketch {
  level?: string
  pendingType?: number
  pendingId?: number
  specIds?: number[]
  drive?: { carId: number; plate: string; seriesId: number; minutes: number }
}

/** The part of a file that the dialog reads. */
function fileOf({
  level = 'A',
  pendingType = 1,
  pendingId = 7,
  specIds = [11, 12],
  drive,
}: Sketch = {}): CustomerProfile {
  const series = (ids: number[]) => ids.map((specId) => ({ specId, name: `车系${specId}` }))
  return {
    customer: { id: 5 },
    info: { level, dealId: 6, intendSerieses: series(specIds), competitionSeries: series([90]) },
    pendingActivity: pendingId
      ? { id: pendingId, type: pendingType, testSpecId: 0, drive: drive ?? null }
      : null,
  } as unknown as CustomerProfile
}

const valuesOf = (sketch: Sketch = {}, changes: Partial<FollowValues> = {}): FollowValues => ({
  ...initialFollow(fileOf(sketch), now),
  remark: '客户周末来看车',
  ...changes,
})
const requestOf = (values: FollowValues) => followRequest(values, targetOf(fileOf()))
const textsOf = (values: FollowValues): Record<string, string> =>
  Object.fromEntries(
    (Follow.safeParse(requestOf(values)).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  )

describe('initial values', () => {
  it('come from the planned activity, the level with its date, and the intended series', () => {
    expect(initialFollow(fileOf({ pendingType: 15 }), now)).toMatchObject({
      completedActivityType: 15,
      level: 'A',
      specIds: [11, 12],
      nextActivityType: 1,
      nextDate: addDays(now, 14),
    })
  })

  it('name the car and minutes of the drive, which are sent with a test drive only', () => {
    const drive = { carId: 31, plate: '浙A12345', seriesId: 13, minutes: 42 }
    const values = valuesOf({ pendingType: 3, drive })
    const driven = { testSpecId: 13, testCarId: 31, testMinutes: 42 }
    expect(values).toMatchObject({ completedActivityType: 3, ...driven })
    expect(requestOf(values)).toMatchObject(driven)
    expect(requestOf({ ...values, completedActivityType: 1 })).not.toHaveProperty('testCarId')
    expect(rebaseFollow(valuesOf({ pendingType: 3 }), fileOf(), fileOf({ drive }), now)).toMatchObject(driven)
  })

  it('plan nothing for ordered and delivered customers', () => {
    expect(initialFollow(fileOf({ level: 'O' }), now)).toMatchObject({
      nextActivityType: 0,
      nextDate: undefined,
    })
  })

  it('offer a return visit only if one is planned', () => {
    expect(completedTypes(fileOf())).not.toContain(8)
    expect(completedTypes(fileOf({ pendingType: 8 }))[0]).toBe(8)
  })
})

describe('contact way', () => {
  it('is implied by some follow-up ways, and then not offered with a plain talk', () => {
    expect(contactFor(14, 1)).toBe(5)
    expect(contactFor(15, undefined)).toBe(6)
    expect([1, 2, 3, 4, 5, 6].filter((contact) => offersContact(1, contact))).toEqual([1, 2, 3, 4])
    expect(offersContact(14, 5)).toBe(true)
  })

  it('is kept when the follow-up way changes, if still offered', () => {
    expect(contactFor(1, 2)).toBe(2)
    expect(contactFor(1, 5)).toBeUndefined()
    expect(contactFor(2, 2)).toBe(2)
  })
})

describe('request', () => {
  it('is valid for each completed branch', () => {
    const talk = { contactType: 1, event: 4 }
    const filled: Partial<FollowValues>[] = [
      talk,
      { ...talk, event: 1, quote: 128_800.5 },
      { ...talk, event: 2, reserveComeDate: addDays(now, 2) },
      { completedActivityType: 2, comeDuration: 3 },
      { completedActivityType: 3, testSpecId: 11, testResult: 1 },
      { ...talk, nextActivityType: 3, nextTestSpecId: 12 },
      { ...talk, isSuspend: true, resumeDuration: 7 },
      { ...talk, level: 'F', failReason: 6, failSubReason: 1, failDealerName: '城东店' },
      { ...talk, level: 'F', failReason: 15, failRegion: { province: '浙江省', city: '宁波市', area: '' } },
    ]
    for (const changes of filled) expect(textsOf(valuesOf({}, changes))).toEqual({})
  })

  it('sends only the fields of the chosen branch', () => {
    const everything = valuesOf(
      {},
      {
        contactType: 1,
        event: 1,
        quote: 99,
        reserveComeDate: addDays(now, 1),
        comeDuration: 2,
        testSpecId: 11,
        nextTestSpecId: 12,
        resumeDuration: 7,
        failReason: 2,
        failSubReason: 21,
        failSeries: [90],
      },
    )
    expect(requestOf(everything)).not.toHaveProperty('failReason')
    expect(requestOf(everything)).toMatchObject({ quote: 99, reserveComeDate: 0, nextTestSpecId: 0 })
    const visit = requestOf({ ...everything, completedActivityType: 2 })
    expect(visit).toMatchObject({ comeDuration: 2 })
    expect(visit).not.toHaveProperty('event')
    const dormant = requestOf({ ...everything, isSuspend: true })
    expect(dormant).toMatchObject({ isSuspend: true, resumeDuration: 7 })
    expect(dormant).not.toHaveProperty('nextDate')
    const defeat = requestOf({ ...everything, level: 'F', isSuspend: true })
    expect(defeat).toMatchObject({ failReason: 2, failSubReason: 21 })
    expect(defeat).not.toHaveProperty('failSeriesId')
    expect(defeat).not.toHaveProperty('isSuspend')
  })

  it('uses the reserved arrival as the next date for communications only', () => {
    const invited = { contactType: 1, event: 3, reserveComeDate: addDays(now, 3) }
    expect(requestOf(valuesOf({}, invited)).nextDate).toBe(addDays(now, 3))
    expect(requestOf(valuesOf({}, { ...invited, completedActivityType: 2 })).nextDate).toBe(addDays(now, 14))
  })

  it("reports missing values with each field's text", () => {
    expect(textsOf(valuesOf({}, { remark: ' ' }))).toEqual({
      contactType: '请选择沟通方式',
      event: '请选择发生事件',
      remark: '请输入备注',
    })
    expect(textsOf(valuesOf({}, { completedActivityType: 2, nextDate: undefined }))).toEqual({
      comeDuration: '请选择到店时长',
      nextDate: '下次跟进不为空，请选择跟进日期',
    })
    expect(textsOf(valuesOf({}, { completedActivityType: 3, level: 'F', failReason: 3 }))).toEqual({
      testSpecId: '请选择试驾车系',
      failSubReason: '请选择战败次原因',
    })
  })
})

describe('dates', () => {
  it("offers days within the level's window, ending with its last day", () => {
    expect(quickDays('N')).toEqual([1, 2])
    expect(quickDays('H')).toEqual([1, 2, 3, 6])
    expect(quickDays('C')).toEqual([1, 2, 3, 7, 14, 30, 60, 90])
    for (const level of ['N', 'H', 'A', 'B', 'C']) {
      const { max = 0 } = dateWindow(level, now)
      for (const days of quickDays(level)) expect(addDays(now, days)).toBeLessThanOrEqual(max)
    }
  })

  it('shows an error for a day outside of the window at its field', () => {
    expect(followDateProblems(valuesOf({}, { nextDate: addDays(now, 15) }), now)[0]?.path).toBe('nextDate')
    expect(
      followDateProblems(valuesOf({}, { event: 2, reserveComeDate: addDays(now, 15) }), now)[0]?.path,
    ).toBe('reserveComeDate')
    expect(followDateProblems(valuesOf({}, { isSuspend: true, nextDate: addDays(now, 15) }), now)).toEqual([])
    expect(followDateProblems(valuesOf({ level: 'O' }, { nextDate: addDays(now, 300) }), now)).toEqual([])
  })

  it('clears the date without a next follow-up and selects an only series for a test drive', () => {
    expect(withNextType(valuesOf(), 0)).toEqual({ nextActivityType: 0, nextDate: undefined })
    expect(withNextType(valuesOf({ specIds: [11] }), 3)).toEqual({ nextActivityType: 3, nextTestSpecId: 11 })
    expect(withNextType(valuesOf(), 3).nextTestSpecId).toBeUndefined()
  })
})

describe('when the file changes behind the open form', () => {
  it('keeps typed values and updates untouched ones', () => {
    const typed = valuesOf({}, { specIds: [13] })
    expect(rebaseFollow(typed, fileOf(), fileOf({ level: 'H', specIds: [14] }), now)).toEqual({
      level: 'H',
      nextActivityType: 1,
      nextDate: addDays(now, 6),
      competitionSerieses: [90],
    })
  })

  it('keeps a chosen level unless an order has fixed it since', () => {
    const chosen = valuesOf({}, { level: 'B' })
    expect(rebaseFollow(chosen, fileOf(), fileOf({ level: 'H' }), now)).not.toHaveProperty('level')
    expect(rebaseFollow(chosen, fileOf(), fileOf({ level: 'O' }), now)).toMatchObject({ level: 'O' })
  })
})

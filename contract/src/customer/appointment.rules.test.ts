import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayStart } from '../kernel/day.ts'
import {
  appointmentMinutes,
  freeMinutes,
  isLate,
  isWithin,
  overlaps,
  quartersOf,
  spanFrom,
  startsWithin,
} from './appointment.rules.ts'

const day = dayStart(1_795_000_000)
const span = fc.record({
  startsAt: fc.integer({ min: 0, max: 95 }).map((quarter) => day + quarter * 900),
  minutes: fc.constantFrom(...appointmentMinutes),
})

describe('appointments', () => {
  it('overlap exactly when they share a quarter of an hour', () => {
    fc.assert(
      fc.property(span, span, (one, other) => {
        const shared = quartersOf(one).some((quarter) => quartersOf(other).includes(quarter))
        expect(overlaps(one, other)).toBe(shared)
        expect(overlaps(other, one)).toBe(shared)
      }),
    )
  })

  it('that begin now take the current quarter, and end by midnight', () => {
    expect(spanFrom(day + 10 * 3600 + 899, 60)).toEqual({ startsAt: day + 10 * 3600, minutes: 60 })
    expect(spanFrom(day + 86_399, 60)).toEqual({ startsAt: day + 86_400 - 900, minutes: 15 })
  })

  it('leave free what none of them covers within the hours', () => {
    const hours = { opensAt: 540, closesAt: 1080 }
    fc.assert(
      fc.property(fc.array(span, { maxLength: 6 }), (spans) => {
        const sorted = spans.toSorted((a, b) => a.startsAt - b.startsAt)
        const taken = new Set(sorted.flatMap(quartersOf))
        const open = startsWithin(day, 15, hours).filter((quarter) => !taken.has(quarter))
        expect(freeMinutes(sorted, hours)).toBe(open.length * 15)
      }),
    )
  })

  it('are late ten minutes after the hour; without an hour never', () => {
    expect(isLate({ startsAt: day, minutes: 30 }, day + 600)).toBe(false)
    expect(isLate({ startsAt: day, minutes: 30 }, day + 601)).toBe(true)
    expect(isLate({ startsAt: day, minutes: 0 }, day + 90_000)).toBe(false)
  })

  it('are offered at all quarters that fit into the hours', () => {
    const hours = fc.record({
      opensAt: fc.integer({ min: 0, max: 1440 }),
      closesAt: fc.integer({ min: 0, max: 1440 }),
    })
    fc.assert(
      fc.property(hours, fc.constantFrom(...appointmentMinutes), (of, minutes) => {
        const every = Array.from({ length: 96 }, (_one, at) => day + at * 900)
        const fitting = every.filter((startsAt) => isWithin({ startsAt, minutes }, of))
        expect(startsWithin(day, minutes, of)).toEqual(fitting)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayStart } from '../kernel/day.ts'
import { appointmentMinutes, isWithin, overlaps, quartersOf, startsWithin } from './appointment.rules.ts'

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

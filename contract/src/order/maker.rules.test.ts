import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makerRank, makerSteps, orderStatusOf, stepsBetween } from './maker.rules.ts'

const step = fc.constantFrom(...makerSteps)

describe('an approved order', () => {
  it('moves forward only, through every step in between', () => {
    expect(stepsBetween(3, 15)).toEqual([15])
    expect(stepsBetween(3, 4)).toEqual([15, 16, 17, 4])
    expect(stepsBetween(16, 16)).toEqual([])
    expect(stepsBetween(4, 15)).toEqual([])
    expect(stepsBetween(19, 14)).toEqual([14])
  })

  it.each([1, 2, 6, 8, 99])('cannot be moved by the maker in status %i', (status) => {
    expect(stepsBetween(status, 15)).toBeUndefined()
    expect(stepsBetween(3, status)).toBeUndefined()
  })

  it('ends at the same step in whatever order the messages arrive', () => {
    fc.assert(
      fc.property(fc.array(step), (messages) => {
        const passed: number[] = []
        let status = 3
        for (const to of messages) {
          const steps = stepsBetween(status, to) ?? []
          passed.push(...steps)
          status = steps.at(-1) ?? status
        }
        const furthest = Math.max(0, ...messages.map(makerRank))
        expect(status).toBe(makerSteps[furthest])
        expect(passed).toEqual(makerSteps.slice(1, furthest + 1))
      }),
    )
  })
})

describe('an order of several lines', () => {
  it.each<[number, number[], number]>([
    [3, [15, 3], 3],
    [3, [15, 15], 15],
    [16, [4, 16], 17],
    [16, [4, 4], 4],
    [4, [14, 4], 4],
    [4, [14, 14], 14],
    [3, [], 3],
    [19, [4, 4], 19],
  ])('in %i with lines %j is in %i', (current, lines, status) => {
    expect(orderStatusOf(current, lines)).toBe(status)
  })

  it('never moves back', () => {
    fc.assert(
      fc.property(step, fc.array(step), (current, lines) => {
        expect(makerRank(orderStatusOf(current, lines))).toBeGreaterThanOrEqual(makerRank(current))
      }),
    )
  })
})

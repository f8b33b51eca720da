import { dayStart } from '@showroom/contract/kernel/day'
import { describe, expect, it } from 'vitest'
import { startOptions } from './startOptions'

const today = dayStart(1_795_000_000)
const store = { opensAt: 540, closesAt: 720, cars: [], data: [] }
const labelsAt = (minute: number, start?: number, date = today) =>
  startOptions(store, [], { date, minutes: 60, ownerId: 1, start, now: today + minute * 60 }).map(
    ({ label }) => label,
  )

describe('the hours on offer', () => {
  it('begin with the next quarter today, and with the opening on other days', () => {
    expect(labelsAt(629)).toEqual(['10:30', '10:45', '11:00'])
    expect(labelsAt(900)).toEqual([])
    expect(labelsAt(629, undefined, today + 86_400)[0]).toBe('09:00')
  })

  it('keep the chosen hour, also when it has passed', () => {
    expect(labelsAt(660, 540)).toEqual(['09:00', '11:00'])
  })
})

import { describe, expect, it } from 'vitest'
import { levels } from './level.rules.ts'
import { asksToChoose, currentAfterMerge, isLive } from './merge.rules.ts'

const states = levels.flatMap((level) => [
  { level, isSuspend: false },
  { level, isSuspend: true },
])
const pairs = states.flatMap((master) => states.map((slave) => ({ master, slave })))

describe('the current deal after a merge', () => {
  it('is live if one of the two was', () => {
    for (const { master, slave } of pairs) {
      const survivor = currentAfterMerge(master, slave).current === 'slave' ? slave : master
      expect(isLive(survivor), JSON.stringify({ master, slave })).toBe(isLive(master) || isLive(slave))
    }
  })

  it('does not depend on which file is kept, unless both are equally active', () => {
    for (const { master, slave } of pairs) {
      const there = currentAfterMerge(master, slave)
      const back = currentAfterMerge(slave, master)
      expect(there.current === back.current && there.current !== 'master').toBe(false)
      expect(there.other).toBe(back.other)
    }
  })

  it('supersedes an ended deal like a repurchase, and absorbs another open one', () => {
    const [b, d, f] = (['B', 'D', 'F'] as const).map((level) => ({ level, isSuspend: false }))
    const asleep = { level: 'A', isSuspend: true } as const
    if (!b || !d || !f) throw new Error('three levels')
    expect(currentAfterMerge(d, b)).toEqual({ current: 'slave', other: 'superseded' })
    expect(currentAfterMerge(f, b)).toEqual({ current: 'slave', other: 'superseded' })
    expect(currentAfterMerge(asleep, b)).toEqual({ current: 'slave', other: 'merged' })
    expect(currentAfterMerge(b, b)).toEqual({ current: 'master', other: 'merged' })
    expect(currentAfterMerge(f, d)).toEqual({ current: 'slave', other: 'merged' })
    expect(asksToChoose(b, b)).toBe(true)
    expect(asksToChoose(d, b)).toBe(false)
  })
})

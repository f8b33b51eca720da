import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { role } from '../access/access.rules.ts'
import { inTurn, isFree, nextInTurn, suggest, takesTurns, waitsTooLong } from './desk.rules.ts'

const member = fc.record({
  memberId: fc.integer({ min: 1, max: 30 }),
  role: fc.constantFrom(role.consultant, role.consultant, role.salesManager, role.dcc),
  absence: fc.constantFrom('', '', 'unsigned', 'left', 'inactive'),
  serving: fc.constantFrom(0, 0, 1, 2),
  receivedAt: fc.integer({ min: 0, max: 5 }),
})
const members = fc.uniqueArray(member, { selector: ({ memberId }) => memberId, maxLength: 12 })

describe('turns', () => {
  it('go to the free consultant whose last reception is longest ago', () => {
    fc.assert(
      fc.property(members, (all) => {
        const able = all.filter((one) => takesTurns(one) && isFree(one))
        const next = nextInTurn(all)
        expect(next === undefined).toBe(able.length === 0)
        if (!next) return
        expect(able).toContain(next)
        expect(next.receivedAt).toBe(Math.min(...able.map(({ receivedAt }) => receivedAt)))
      }),
    )
  })

  it('do not depend on the order of the members, and include every member', () => {
    fc.assert(
      fc.property(members, (all) => {
        expect(inTurn(all.toReversed())).toEqual(inTurn(all))
        expect(new Set(inTurn(all))).toEqual(new Set(all))
      }),
    )
  })
})

describe('suggestions', () => {
  it('are free members without repeats, and the owner if free', () => {
    fc.assert(
      fc.property(members, fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 8 }), (all, owners) => {
        const suggested = suggest(owners, all)
        expect(suggested).toHaveLength(owners.length)
        const given = suggested.filter((id) => id > 0)
        expect(new Set(given).size).toBe(given.length)
        const free = new Set(all.filter(isFree).map(({ memberId }) => memberId))
        expect(given.every((id) => free.has(id))).toBe(true)
        // No waiting customer gets the free owner of another waiting customer.
        const able = [...new Set(owners)].filter((owner) => free.has(owner))
        expect(able.map((owner) => suggested[owners.indexOf(owner)])).toEqual(able)
      }),
    )
  })
})

it('a wait of ten minutes is allowed, one second more is too long', () => {
  expect(waitsTooLong(1000, 1600)).toBe(false)
  expect(waitsTooLong(1000, 1601)).toBe(true)
})

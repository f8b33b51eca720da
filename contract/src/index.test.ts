import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls } from './index.ts'

describe('every request schema', () => {
  const named = calls.map((call) => [call.path, call.request] as const)
  // What JSON can say, with the words of the wire among it.
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('', '0', '1,2', 'F', 'N', 2, 7, 98, 99),
    fc.nat(9_999_999_999),
  )

  it.each(named)('%s judges whatever comes, and never throws', (_path, request) => {
    const shape = Object.keys((request as unknown as { shape: Record<string, unknown> }).shape)
    const body = fc.record(Object.fromEntries(shape.map((key) => [key, value])), { requiredKeys: [] })
    fc.assert(
      fc.property(fc.oneof(body, fc.jsonValue()), (given) => {
        expect(() => request.safeParse(given)).not.toThrow()
      }),
      { numRuns: 200 },
    )
  })
})

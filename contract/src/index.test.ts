import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { codeFields } from './base/codes.ts'
import { calls } from './index.ts'
import { dateFields } from './kernel/dates.ts'
import { schemaOf } from './kernel/call.ts'
import { judge } from './kernel/judge.ts'

describe('every request schema', () => {
  const named = calls.map((call) => [call.path, schemaOf(call.request)] as const)
  // Any JSON value, with the words of the wire mixed in.
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('', '0', '1,2', 'F', 'N', 2, 7, 98, 99),
    fc.nat(9_999_999_999),
  )

  it.each(named)('%s declares its codes and dates where the server finds them', (_path, request) => {
    expect(() => [codeFields(request), dateFields(request)]).not.toThrow()
  })

  it.each(named)('%s parses any value without throwing', (_path, request) => {
    const shape = Object.keys((request as unknown as { shape: Record<string, unknown> }).shape)
    const body = fc.record(Object.fromEntries(shape.map((key) => [key, value])), { requiredKeys: [] })
    fc.assert(
      fc.property(fc.oneof(body, fc.jsonValue()), (given) => {
        expect(() => judge(request, given)).not.toThrow()
      }),
      { numRuns: 200 },
    )
  })

  /** Values for which a rule throws that takes them for a text, a list or a number. */
  const hostile = ['{"length":{"toString":1}}', '{"toString":1,"valueOf":1}', '[{"toString":1}]'].map(
    (json) => JSON.parse(json) as unknown,
  )
  const fields = named.flatMap(([path, request]) =>
    Object.entries((request as unknown as { shape: Record<string, z.ZodType> }).shape)
      // Objects and lists of objects may have any other keys.
      .filter(([, field]) => [{}, { any: 1 }, [{}]].every((given) => !judge(field, given).success))
      .map(([field]) => [path, field, request] as const),
  )
  it.each(fields)('%s names %s when a rule throws for it', (_path, field, request) => {
    for (const sent of hostile) {
      const { success, error } = judge(request, { [field]: sent })
      expect(success).toBe(false)
      expect(error?.issues.map((issue) => issue.path[0])).toContain(field)
    }
  })
})

it('only queries show or omit topics, and each omission has a reason', () => {
  const named = calls.filter(
    ({ writes, shows, omits }) => writes && (shows.length > 0 || omits !== undefined),
  )
  expect(named.map(({ path }) => path)).toEqual([])
  for (const { path, omits = {} } of calls)
    for (const why of typeof omits === 'string' ? [omits] : Object.values(omits))
      expect(why, path).toMatch(/\w{3}/)
})

it('keeps nothing without a network that is secret, and sends nothing later that a key cannot protect', () => {
  for (const call of calls.filter(({ withoutNetwork }) => withoutNetwork))
    expect(call, call.path).toMatchObject({
      writes: call.withoutNetwork === 'waits',
      reveals: false,
      secret: false,
      upload: false,
      may: expect.not.stringMatching('public') as unknown,
    })
})

import { calls, rooms } from '@showroom/contract'
import { schemaOf } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import { dateFields } from '@showroom/contract/kernel/dates'
import type { DateKind } from '@showroom/contract/kernel/dates'
import { addDays, dayText } from '@showroom/contract/kernel/day'
import { AutoValid, Invalid, ManualValid } from '@showroom/contract/lead/handle.schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { autoValid, buildLead, buildStore } from '../src/lead/lead.factory.ts'
import { createTestApp, testNow } from './app.ts'
import type { TestApp } from './app.ts'
import { bodyFor, buildActor, roleFor, walkOf, withValue } from './walks/walks.ts'

/** Tests every date field with implausible days. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const now = testNow.getTime() / 1000
const years = 366
const never = [1e12, -1, 9_999_999_999, 1.5, '2026-11-18', null] as const
const wrong: Readonly<Record<DateKind, readonly unknown[]>> = {
  happened: [...never, 86_400, addDays(now, 3), addDays(now, years)],
  planned: [...never, 86_400, addDays(now, -3), addDays(now, 2 * years + 1)],
  expected: [...never, 86_400, addDays(now, 5 * years + 1)],
  birthday: [1e12, -1, '1899-12-31', '0001-01-01', '2026-02-30', '2099-01-01', dayText(addDays(now, 1))],
  filter: never,
}

async function expectRefused(call: Call, token: string, body: object, schema: z.ZodType): Promise<void> {
  for (const { path, mark } of dateFields(schema)) {
    const late = mark.to === undefined ? [] : [addDays(now, mark.to + 1)]
    for (const value of [...wrong[mark.kind], ...late]) {
      const at = path.join('.')
      const refused = await app.post(call, token, withValue(body, path, value))
      const message = `${call.path} ${at} ${String(value)}: ${refused.text}`
      expect([refused.status, refused.code], message).toEqual(['-1', 400])
      const text = refused.errors?.find((error) => error.path === at)?.text
      expect(text ?? '', message).toMatch(/[\u4e00-\u9fa5]/)
    }
  }
}

const dated = calls.filter((call) => dateFields(schemaOf(call.request)).length > 0)

describe('implausible dates', () => {
  it.each(dated.map((call) => [call.path, call] as const))('are refused by %s', async (_path, call) => {
    const actor = await buildActor(app, { role: roleFor(call) })
    const body = { ...(await bodyFor(app, call, actor)), ...(await walkOf(call).prepare?.(app, actor)) }
    await expectRefused(call, actor.member.token, body, schemaOf(call.request))
  })

  it('are refused with a lead that becomes a customer', async () => {
    const store = await buildStore(app, 3)
    const lead = await buildLead(app, store, { mobile: '13511110000' })
    await expectRefused(rooms.lead.clear, store.admin.token, autoValid(lead, app.now()), AutoValid)
  })

  it('have a text for their kind', async () => {
    const actor = await buildActor(app)
    const textOf = async (call: Call, path: readonly string[], value: unknown) => {
      const body = { ...(await bodyFor(app, call, actor)), ...(await walkOf(call).prepare?.(app, actor)) }
      const { errors } = await app.post(call, actor.member.token, withValue(body, path, value))
      return errors?.find((error) => error.path === path.join('.'))?.text
    }
    const { add } = rooms.customer
    expect(await textOf(add, ['addition', 'birthday'], '2099-01-01')).toBe('出生日期不能晚于今天')
    expect(await textOf(add, ['addition', 'birthday'], '1899-12-31')).toBe('请选择合理的日期')
    expect(await textOf(add, ['addition', 'birthday'], '2026-02-30')).toBe('日期格式不正确')
    expect(await textOf(add, ['addition', 'birthday'], dayText(now))).toBeUndefined()
    expect(await textOf(add, ['nextDate'], 0)).toBe('请选择跟进日期')
    expect(await textOf(add, ['nextDate'], addDays(now, 100))).toBe('跟进日期超出该级别的可选范围')
    expect(await textOf(add, ['buycarDate'], addDays(now, 5 * years + 1))).toBe('请选择合理的日期')
    const { list } = rooms.customer
    expect(await textOf(list, ['createdDate', 'start'], 4_200_000_000)).toBe('请选择合理的日期')
    expect(await textOf(list, ['createdDate', 'start'], 1)).toBeUndefined()
  })
})

/** Fields that look like dates but are none. */
const unmarked: Readonly<Record<string, string>> = {
  inTime: 'a time of the day',
  opensAt: 'a time of the day',
  closesAt: 'a time of the day',
  offTime: 'a time of the day',
  birthdayRecall: 'yes or no',
  isOn: 'yes or no',
  pageStart: 'a number of a page',
  endpointId: 'an id',
  endpoint: 'an address',
}
const reads = /Date$|On$|At$|Time$|[bB]irthday|^start|^end|Start$|End$/

it.each([
  ...calls.map((call) => [call.path, call.request as z.ZodType] as const),
  ['ManualValid', ManualValid] as const,
  ['AutoValid', AutoValid] as const,
  ['Invalid', Invalid] as const,
])('%s marks each date, or lists the reason why not', (_path, schema) => {
  const marked = new Set(dateFields(schema).map(({ path }) => path.join('.')))
  const left = leaves(schema).filter(
    (path) => reads.test(path.at(-1) ?? '') && !marked.has(path.join('.')) && !unmarked[path.at(-1) ?? ''],
  )
  expect(left).toEqual([])
})

function leaves(schema: z.ZodType, path: readonly string[] = []): (readonly string[])[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return leaves(schema.unwrap() as z.ZodType, path)
  if (!(schema instanceof z.ZodObject)) return [path]
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, field]) =>
    leaves(field, [...path, key]),
  )
}

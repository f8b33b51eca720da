import { rooms } from '@showroom/contract'
import { codeFields } from '@showroom/contract/base/codes'
import { schemaOf } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import { AutoValid, Invalid, ManualValid } from '@showroom/contract/lead/handle.schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { bodyFor, buildActor, walkOf, withValue } from '../../test/walks/walks.ts'
import { buildCustomer, newCustomer } from '../customer/customer.factory.ts'
import { autoValid, buildLead, buildStore, manualValid } from '../lead/lead.factory.ts'

/** Sends every field that holds a code a value no dictionary has. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Codes that fit the field's own rule but do not exist in the base data. */
const strangers = [9, 88, 77, 999, '999999', '1,999999', [77]] as const

async function expectRefused(call: Call, token: string, body: object, schema: z.ZodType): Promise<void> {
  for (const {
    path,
    mark: { text },
  } of codeFields(schema)) {
    const at = path.join('.')
    let unknown = 0
    for (const code of strangers.filter((one) => !accepted[at]?.includes(one))) {
      // Some calls are limited to one in two seconds.
      app.advance(3)
      const refused = await app.post(call, token, withValue({ ...body, ...needs[at] }, path, code))
      expect(refused, `${call.path} ${at} ${String(code)}`).toMatchObject({ status: '-1', code: 400 })
      expect(refused.errors?.map((error) => error.path)).toContain(at)
      if (refused.errors?.some((error) => error.text === text)) unknown += 1
    }
    // At least one code passed the field's own rule.
    const least = closed.has(at) ? 0 : 1
    expect(unknown, `${call.path} ${at}`).toBeGreaterThanOrEqual(least)
  }
}
/** Fields whose own rule allows no code that the dictionary lacks today. */
const closed = new Set(['testResult', 'event'])
/** Codes above that the field's dictionary does contain. */
const accepted: Readonly<Record<string, readonly unknown[]>> = { role: [9] }
/** Other fields that must be set for the field to be allowed. */
const needs: Readonly<Record<string, object>> = {
  addPurchaseOldSeriesId: { businessType: 2 },
  'addition.identifyType': { addition: { idNo: 'E12345678' } },
}

const marked = Object.values(rooms)
  .flatMap((room) => Object.values<Call>(room))
  .filter((call) => codeFields(schemaOf(call.request)).length > 0)

it.each(marked.map((call) => [call.path, call] as const))('%s rejects unknown codes', async (_path, call) => {
  const actor = await buildActor(app)
  const body = { ...(await bodyFor(app, call, actor)), ...(await walkOf(call).prepare?.(app, actor)) }
  await expectRefused(call, actor.member.token, body, schemaOf(call.request))
})

it('cleaning a lead rejects unknown codes in each of its forms', async () => {
  const { clear } = rooms.lead
  const byHand = await buildStore(app)
  const lead = await buildLead(app, byHand)
  await expectRefused(clear, byHand.admin.token, manualValid(lead), ManualValid)
  await expectRefused(clear, byHand.admin.token, { clueId: lead, isValid: false, invalidReason: 4 }, Invalid)
  const automatic = await buildStore(app, 3)
  const other = await buildLead(app, automatic, { mobile: '13511110000' })
  await expectRefused(clear, automatic.admin.token, autoValid(other, app.now()), AutoValid)
})

it('an unknown code reveals nothing about a number on file', async () => {
  const store = await buildStore(app)
  const mobile = '13911110009'
  await buildCustomer(app, store.consultant, { mobile })
  const body = { ...newCustomer(app), budget: 98 }
  const answerTo = (tried: string) =>
    app.post(rooms.customer.add, store.consultant.token, { ...body, mobile: tried })
  const [free, found] = [await answerTo('13911110001'), await answerTo(mobile)]
  expect(free.errors).toEqual([{ path: 'budget', text: expect.any(String) as string }])
  expect(found).toMatchObject({ code: free.code, errors: free.errors })
})

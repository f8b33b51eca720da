import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { calls, rooms } from '@showroom/contract'
import { codeFields, stoppedText } from '@showroom/contract/base/codes'
import type { CodeKind } from '@showroom/contract/base/codes'
import { judge } from '@showroom/contract/kernel/judge'
import { schemaOf } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import { AutoValid, Invalid, ManualValid } from '@showroom/contract/lead/handle.schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { newCustomer, phoneFollow } from '../../src/customer/customer.factory.ts'
import { autoValid, buildLead, buildStore, manualValid } from '../../src/lead/lead.factory.ts'
import { buildFullOrder, orderForm } from '../../src/order/order.factory.ts'
import { notify } from '../../src/platform/db/notify.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { bodyFor, buildActor, roleFor, walkOf, withValue } from './walks.ts'

/** Sends codes that were switched off to every field that holds codes: only records that have them keep them. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const tableOf = (kind: CodeKind) =>
  kind === 'series' ? 'series' : kind === 'competitorSeries' ? 'competitor_series' : 'dictionary'

/** Codes of a kind, those that the factories use last. */
async function codesOf(kind: CodeKind): Promise<string[]> {
  const table = tableOf(kind)
  const codes =
    table === 'dictionary'
      ? await app.db
          .selectFrom(table)
          .select('value as id')
          .where('kind', '=', kind)
          .orderBy('position')
          .execute()
      : await app.db.selectFrom(table).select('id').orderBy('id').execute()
  return codes.map(({ id }) => String(id)).toReversed()
}

async function switchCode(kind: CodeKind, code: string, isOff: boolean): Promise<void> {
  const table = tableOf(kind)
  if (table === 'dictionary')
    await app.db
      .updateTable(table)
      .set({ is_off: isOff })
      .where('kind', '=', kind)
      .where('value', '=', code)
      .execute()
  else await app.db.updateTable(table).set({ is_off: isOff }).where('id', '=', Number(code)).execute()
  await notify(app.db, 'base_changed', [table])
  // Until the server has heard of it.
  await setTimeout(50)
}

/** Other fields that a field needs to be valid. */
const besides: Readonly<Record<string, object>> = { addPurchaseOldSeriesId: { businessType: 2 } }

async function expectRefused(call: Call, token: string, valid: object, schema: z.ZodType): Promise<void> {
  for (const { path, mark } of codeFields(schema)) {
    if (mark.takesStopped) continue
    const at = path.join('.')
    const body = { ...valid, ...besides[at] }
    const requests = (await codesOf(mark.kind)).flatMap((code) =>
      [Number(code), code, [Number(code)]].map((wire) => ({ code, body: withValue(body, path, wire) })),
    )
    const isValid = (request: object): boolean => judge(schema, request).success
    const chosen = requests.filter((one) => isValid(one.body))
    let seen: readonly unknown[] = []
    const isSeen = () => seen.some((one) => isDeepStrictEqual(one, { path: at, text: stoppedText }))
    // The record may have the first one, and keep it.
    for (const one of chosen.slice(0, 2)) {
      if (isSeen()) break
      await switchCode(mark.kind, one.code, true)
      seen = (await app.post(call, token, one.body)).errors ?? []
      await switchCode(mark.kind, one.code, false)
    }
    expect.soft(isSeen(), `${call.path} ${at} ${JSON.stringify(seen)}`).toBe(true)
  }
}

const coded = calls.filter((call) => codeFields(schemaOf(call.request)).length > 0)

describe('a code that was switched off', () => {
  it('is kept by the records that have it', async () => {
    const { member, customer } = await buildActor(app)
    const form = orderForm(app)
    const orderId = await buildFullOrder(app, member, customer)
    const held: readonly (readonly [CodeKind, string])[] = [
      ['series', '1201'],
      ['orderBusinessType', String(form.businessType)],
      ['businessTypes', '1'],
    ]
    for (const [kind, code] of held) await switchCode(kind, code, true)
    const followed = await app.post(rooms.customer.follow, member.token, phoneFollow(app, customer))
    const { editable } = await app.post(rooms.customer.get, member.token, customer)
    const edited = await app.post(rooms.customer.edit, member.token, {
      ...editable,
      buyArea: '西湖区',
      customerId: customer.customerId,
      name: '林晓云',
    })
    const order = await app.post(rooms.order.edit, member.token, { ...form, orderId, remark: '改色' })
    const other = await app.post(rooms.customer.add, member.token, newCustomer(app))
    for (const [kind, code] of held) await switchCode(kind, code, false)
    for (const { status, text } of [followed, edited, order]) expect(status, text).toBe('0')
    expect(other.errors?.map(({ path }) => path)).toEqual(['specIds', 'businessType'])
  })

  it.each(coded.map((call) => [call.path, call] as const))('is refused by %s', async (_path, call) => {
    const own = await buildActor(app, { role: roleFor(call) })
    const body = { ...(await bodyFor(app, call, own)), ...(await walkOf(call).prepare?.(app, own)) }
    await expectRefused(call, own.member.token, body, schemaOf(call.request))
  })

  it('is refused with a lead', async () => {
    const [byHand, byItself] = [await buildStore(app, 1), await buildStore(app, 3)]
    const { clear } = rooms.lead
    const lead = async (store: typeof byHand) =>
      buildLead(app, store, { series_id: null, mobile: '13500010000' })
    await expectRefused(clear, byHand.admin.token, manualValid(await lead(byHand)), ManualValid)
    await expectRefused(clear, byItself.admin.token, autoValid(await lead(byItself), app.now()), AutoValid)
    const invalid = { clueId: await lead(byHand), isValid: 0, invalidReason: 4 }
    await expectRefused(clear, byHand.admin.token, invalid, Invalid)
  })
})

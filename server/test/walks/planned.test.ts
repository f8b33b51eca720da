import { globSync } from 'node:fs'
import path from 'node:path'
import { calls, rooms } from '@showroom/contract'
import { schemaOf } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import { appointmentMinutes } from '@showroom/contract/customer/appointment.rules'
import { followEvent } from '@showroom/contract/customer/customer.rules'
import { dateFields } from '@showroom/contract/kernel/dates'
import { dayStart } from '@showroom/contract/kernel/day'
import { AutoValid } from '@showroom/contract/lead/handle.schema'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { buildCar } from '../../src/appointment/appointment.factory.ts'
import { againForm, buildCustomer, newCustomer, phoneFollow } from '../../src/customer/customer.factory.ts'
import { autoValid, buildLead, buildStore } from '../../src/lead/lead.factory.ts'
import { buildMember } from '../../src/team/team.factory.ts'
import { createTestApp, testNow } from '../app.ts'
import type { TestApp } from '../app.ts'
import { nothingWritten } from '../database/snapshot.ts'
import type { Actor } from './walk.ts'
import { bodyFor, buildActor, walkOf } from './walks.ts'
import type { Body } from './walks.ts'

/** Plans by the hour with every call that can, found by its fields, at times that no store can keep. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const unwrapped = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodDefault || schema instanceof z.ZodOptional
    ? unwrapped(schema.unwrap() as z.ZodType)
    : schema

/** The field with the length of an appointment; undefined if the schema plans none. */
function lengthIn(schema: z.ZodType): string | undefined {
  if (!(schema instanceof z.ZodObject)) return undefined
  const [found] =
    Object.entries(schema.shape as Record<string, z.ZodType>).find(([, field]) => {
      const inner = unwrapped(field)
      return inner instanceof z.ZodLiteral && appointmentMinutes.every((one) => inner.values.has(one))
    }) ?? []
  return found
}
/** `clear` reads its fields by the store's policy. */
const read = new Map<Call, z.ZodType>([[rooms.lead.clear, AutoValid]])
const schemaFor = (call: Call): z.ZodType => read.get(call) ?? schemaOf(call.request)
const planning = calls.flatMap((call) => {
  const schema = schemaFor(call)
  const length = lengthIn(schema)
  const starts = dateFields(schema).flatMap(({ mark, path: [field = ''] }) =>
    mark.kind === 'planned' ? [field] : [],
  )
  return length === undefined ? [] : [{ call, length, starts }]
})

it('finds every schema of the contract with the length of an appointment', async () => {
  const contract = path.resolve(import.meta.dirname, '../../../contract/src')
  const schemas = new Set<unknown>()
  for (const file of globSync('*/*.schema.ts', { cwd: contract })) {
    const all = Object.values((await import(path.join(contract, file))) as Record<string, unknown>)
    for (const one of all) if (one instanceof z.ZodObject && lengthIn(one)) schemas.add(one)
  }
  expect(new Set(planning.map(({ call }) => schemaFor(call)))).toEqual(schemas)
})

/** A member and a valid request without an hour, made for each try. */
interface Way {
  readonly token: string
  readonly dealerId: number
  readonly body: Body
}
const own = async (call: Call): Promise<Way> => {
  const actor = await buildActor(app)
  const { member } = actor
  return {
    token: member.token,
    dealerId: member.dealerId,
    body: { ...(await bodyFor(app, call, actor)), ...(await walkOf(call).prepare?.(app, actor)) },
  }
}
const byActor = async (body: (actor: Actor) => Body | Promise<Body>): Promise<Way> => {
  const actor = await buildActor(app)
  return { token: actor.member.token, dealerId: actor.member.dealerId, body: await body(actor) }
}

/** Ways besides the call's own walk. */
const ways = new Map<Call, Readonly<Record<string, () => Promise<Way>>>>([
  [
    rooms.customer.add,
    {
      'at the desk': async () => {
        const { dealerId, memberId } = (await buildActor(app)).member
        const desk = { dealerId, role: 7, modules: ['前台流量'], handleFront: true }
        const { token } = await buildMember(app.db, app.now(), desk)
        return { token, dealerId, body: { ...newCustomer(app), newType: 1, assignMemberId: memberId } }
      },
      'as re-purchase': () =>
        byActor(async ({ member, customer }) => {
          await app.db.updateTable('deal').set({ level: 'D' }).where('id', '=', customer.dealId).execute()
          const { editable } = await app.post(rooms.customer.get, member.token, customer)
          return againForm(app, customer, editable)
        }),
    },
  ],
  [
    rooms.lead.clear,
    {
      'under policy 3': async () => {
        const store = await buildStore(app, 3)
        await app.db.transaction().execute(async (trx) => {
          // Without triggers: otherwise the server would assign the lead before it is cleaned.
          await sql`set local session_replication_role = replica`.execute(trx)
          const { memberId } = store.consultant
          await trx
            .updateTable('member')
            .set({ activated_at: app.now() })
            .where('id', '=', memberId)
            .execute()
        })
        const mobile = newCustomer(app).mobile
        const clueId = await buildLead(app, store, { mobile })
        const { token } = store.worker
        return { token, dealerId: store.dealerId, body: { ...autoValid(clueId, app.now()), mobile } }
      },
    },
  ],
])

const tried = planning.flatMap(({ call, length, starts }) => {
  const others = Object.entries(ways.get(call) ?? {})
  // The walk of `clear` is that of an invalid lead.
  const all = read.has(call) ? others : [['', () => own(call)] as const, ...others]
  return all.flatMap(([name, way]) =>
    (starts.length > 0 ? starts : ['']).map(
      (start) => [`${call.path} ${name} ${start}`, { call, length, start, way }] as const,
    ),
  )
})

const noon = dayStart(testNow.getTime() / 1000) + 12 * 3600
const tomorrow = dayStart(noon) + 86_400
const hours = (hour: number, minute = 0): number => hour * 3600 + minute * 60
const wrong: Readonly<Record<string, number>> = {
  'at 3:00': tomorrow + hours(3),
  'at 17:45 for an hour': tomorrow + hours(17, 45),
  'past midnight': tomorrow + hours(23, 45),
  yesterday: tomorrow - 2 * 86_400 + hours(10),
  'ten minutes ago': noon,
  'at 10:07': tomorrow + hours(10, 7),
}

it.each(tried)('%s', async (_name, { call, length, start, way }) => {
  app.setNow(new Date((noon + 600) * 1000))
  const { token, dealerId, body } = await way()
  await app.db
    .updateTable('dealer')
    .set({ work_starts: '08:30', work_ends: '18:00' })
    .where('id', '=', dealerId)
    .execute()
  const carId = await buildCar(app.db, app.now(), { dealerId })
  const { shape } = schemaFor(call) as z.ZodObject
  const carField = Object.keys(shape).find((field) => /^(next)?[cC]arId$/.test(field)) ?? ''
  const type = {
    nextActivityType: 3,
    nextTestSpecId: 1201,
    ...(start === 'reserveComeDate' && { event: followEvent.inviteTestDrive }),
  }
  const ask = (startsAt: number, car = 0) =>
    app.post(call, token, {
      ...body,
      ...('nextActivityType' in shape && type),
      ...(start && { [start]: startsAt }),
      [length]: 60,
      ...((car > 0 || start) && { [carField]: car }),
    })
  const free = tomorrow + hours(10)
  for (const [when, startsAt] of start ? Object.entries(wrong) : [])
    await nothingWritten(app.db, async () => {
      const refused = await ask(startsAt)
      const paths = refused.errors?.map((one) => one.path)
      expect.soft([refused.status, paths], `${when}: ${refused.text}`).toEqual(['-1', [start]])
    })
  const manager = await buildMember(app.db, app.now(), { dealerId, role: 3 })
  const other = await buildCustomer(app, manager)
  const booked = await app.post(
    rooms.customer.follow,
    manager.token,
    phoneFollow(app, other, {
      nextActivityType: 3,
      nextTestSpecId: 1201,
      nextDate: start ? free : dayStart(noon) + hours(12, 15),
      nextMinutes: 60,
      nextCarId: carId,
    }),
  )
  expect(booked.status, booked.text).toBe('0')
  await nothingWritten(app.db, async () => {
    const busy = await ask(free, carId)
    expect([busy.code, busy.errors?.map((one) => one.path)], busy.text).toEqual([2901, [carField]])
  })
  const spare = await buildCar(app.db, app.now(), { dealerId })
  const answer = await ask(free, spare)
  expect(answer.status, answer.text).toBe('0')
})

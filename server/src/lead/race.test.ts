import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, send } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import type { App } from '../app.ts'
import { newCustomer } from '../customer/customer.factory.ts'
import { buildConsultant, buildSource, leadsOf, newLead, newLeads, sendLeads } from './intake.factory.ts'
import type { BuiltSource } from './intake.factory.ts'
import { autoValid, buildLead, buildStore, manualValid } from './lead.factory.ts'

/** All concurrent actions on the same few numbers, on two processes. */

let app: TestApp
let other: App
let source: BuiltSource
beforeAll(async () => {
  app = await createTestApp()
  source = await buildSource(app.db)
  other = await app.startNode()
})
afterAll(() => app.close())

/** Each turn takes another part of a list. */
const part = <One>(all: readonly One[], turn: number, length: number): One[] =>
  Array.from({ length }, (_, at) => all[(turn * 5 + at * 7) % all.length] as One)

const codeOf = async (dealerId: number): Promise<string> =>
  (await app.db.selectFrom('dealer').select('code').where('id', '=', dealerId).executeTakeFirstOrThrow()).code

describe.each([1, 2, 3])('a store of policy %d', (policy) => {
  it('has one customer per number, one owner per lead, and no failed call under concurrent load', async () => {
    const { dealerId, admin, worker, consultant } = await buildStore(app, policy)
    const code = await codeOf(dealerId)
    const members = [consultant, await buildConsultant(app, dealerId), await buildConsultant(app, dealerId)]
    const mobiles = Array.from({ length: 6 }, (_, at) => `1370000${policy}${at}00`.padEnd(11, '7'))
    const leads: number[] = []
    for (let at = 0; at < 18; at++)
      leads.push(
        await buildLead(app, { dealerId }, { mobile: mobiles[at % 6] ?? '', status: at % 2 ? 5 : 1 }),
      )
    const files: number[] = []
    for (const mobile of mobiles.slice(0, 4)) {
      const made = await app.post(rooms.customer.add, members[1]?.token ?? '', newCustomer(app, { mobile }))
      files.push(made.customerId ?? 0)
    }
    const works: Promise<{ httpStatus: number }>[] = []
    for (let turn = 0; turn < 8; turn++) {
      const node = turn % 2 ? other : app.app
      const { memberId = 0, token = '' } = members[turn % 3] ?? {}
      const [clueId = 0] = part(leads, turn, 1)
      const [mobile = ''] = part(mobiles, turn, 1)
      const [masterCustomerId, slaveCustomerId] = part(files, turn, 2)
      const valid = policy === 3 ? { ...autoValid(clueId, app.now()), mobile } : manualValid(clueId)
      const clueIdArr = part(leads, turn, 10)
      const sent = part(mobiles, turn, 4).map((one) => newLead(code, { mobile: one }))
      works.push(
        send(node, rooms.lead.batchAssign, admin.token, { clueIdArr, memberId }),
        send(node, rooms.lead.assign, admin.token, { clueId, memberId }),
        send(node, rooms.lead.clear, worker.token, { memberId, ...valid }),
        send(node, rooms.customer.add, token, newCustomer(app, { mobile })),
        send(node, rooms.customer.batchReassign, admin.token, { customerIds: files.join(), memberId }),
        send(node, rooms.customer.merge, admin.token, { masterCustomerId, slaveCustomerId }),
        sendLeads(app, source, sent, { node }),
      )
    }
    for (const { httpStatus } of await Promise.all(works)) expect([200, 202]).toContain(httpStatus)
    await app.app.intake.poll()
    for (const { intake } of [app.app, other]) await intake.idle()

    const customers = await app.db
      .selectFrom('customer')
      .select(['id', 'mobile'])
      .where('dealer_id', '=', dealerId)
      .where('merged_into_id', 'is', null)
      .execute()
    expect(new Set(customers.map(({ mobile }) => mobile)).size).toBe(customers.length)
    const alive = new Set<number | null>(customers.map(({ id }) => id))
    const done = (await leadsOf(app, dealerId)).filter((lead) => lead.status === 2)
    expect(done.filter((lead) => lead.owner_id === null || !alive.has(lead.customer_id))).toEqual([])
    const given = await app.db
      .selectFrom('lead_event')
      .select('lead_id')
      .where('dealer_id', '=', dealerId)
      .where('result', 'in', ['新线索分配', '重复留资'])
      .execute()
    expect(new Set(given.map((one) => one.lead_id)).size).toBe(given.length)
  })
})

it('the same leads sent concurrently in different orders are all accepted and stored once', async () => {
  const { dealerId } = await buildStore(app, 1)
  const code = await codeOf(dealerId)
  const leads = newLeads(50, code)
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, turn) => {
      const turned = [...leads.slice(turn * 3), ...leads.slice(0, turn * 3)]
      return sendLeads(app, source, turn % 2 ? turned.toReversed() : turned, {
        node: turn % 2 ? other : app.app,
      })
    }),
  )
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(answers.map(() => 202))
  for (const { intake } of [app.app, other]) await intake.idle()
  expect(await leadsOf(app, dealerId)).toHaveLength(50)
})

import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { differences, memberRows } from '../../test/rows/member-rows.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import { buildLead } from '../lead/lead.factory.ts'
import { moved } from './moves.repository.ts'
import { buildMember } from './team.factory.ts'
import type { BuiltMember } from './team.factory.ts'

/** Runs leaves, changes and take-backs in any order: untouched rows are restored, changed ones stay and are counted. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const people = 4
interface Leaving {
  readonly leave: number
  readonly heir: number
  readonly top: number
}
type Step = Leaving | { readonly touch: number } | { readonly back: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ leave: fc.nat(people - 1), heir: fc.nat(people), top: fc.nat(people) }),
  },
  { weight: 2, arbitrary: fc.record({ touch: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ back: fc.nat() }) },
)

/** A customer with a waiting and a followed lead, or a lead without a file. */
interface Thing {
  readonly id: number
  readonly isFile: boolean
  owner: number
}

/** Rows that a leave moved and that can still be returned, and whether each was changed since. */
interface OpenLeave {
  readonly leaveId: number
  readonly memberId: number
  readonly things: Map<Thing, boolean>
}

async function buildStore() {
  const admin = await buildMember(app.db, app.now(), { role: 3, name: '经理' })
  const { dealerId } = admin
  const team: BuiltMember[] = [admin]
  const things: Thing[] = []
  for (let n = 0; n < people; n++) {
    // Each is a subordinate of the previous one, so that leaves change the tree.
    const member = await buildMember(app.db, app.now(), { dealerId, managerId: team[n]?.memberId ?? 0 })
    team.push(member)
    const { customerId } = await buildCustomer(app, member)
    things.push({ id: customerId, isFile: true, owner: member.memberId })
    const given = { status: 2, owner_id: member.memberId, assigned_at: app.now() }
    await buildLead(app, admin, { ...given, customer_id: customerId })
    await buildLead(app, admin, { ...given, customer_id: customerId, first_follow_at: app.now() })
    things.push({ id: await buildLead(app, admin, given), isFile: false, owner: member.memberId })
  }
  // A lead owned by another member, as older stores have.
  const [first, second] = [things[0]?.id ?? 0, team[2]?.memberId ?? 0]
  await buildLead(app, admin, { status: 2, owner_id: second, assigned_at: app.now(), customer_id: first })
  return { admin, dealerId, team, things }
}

const superiors = async (dealerId: number) =>
  (
    await app.db
      .selectFrom('member as m')
      .leftJoin('member as s', (join) =>
        join.onRef('s.dealer_id', '=', 'm.dealer_id').onRef('s.id', '=', 'm.manager_id'),
      )
      .select(['m.id', 's.left_at as goneAt'])
      .where('m.dealer_id', '=', dealerId)
      .where('m.left_at', 'is', null)
      .execute()
  ).filter(({ goneAt }) => goneAt !== null)

async function play(steps: readonly Step[], isReversed: boolean): Promise<void> {
  const { admin, dealerId, team, things } = await buildStore()
  const before = await memberRows(app.db, dealerId)
  const open: OpenLeave[] = []
  const touched = new Set<Thing>()
  const isGone = (id: number) => open.some(({ memberId }) => memberId === id)

  const leave = async ({ leave: who, heir, top }: Leaving): Promise<void> => {
    const [memberId, newMemberId, newTopUserId] = [who + 1, heir, top].map((at) => team[at]?.memberId ?? 0)
    if (!memberId || !newMemberId || !newTopUserId) return
    if ([memberId, newMemberId, newTopUserId].some(isGone)) return
    if (memberId === newMemberId || memberId === newTopUserId) return
    const answer = await app.post(rooms.team.memberLeave, admin.token, {
      memberId,
      newMemberId,
      newTopUserId,
    })
    expect(answer.status, answer.fault ?? answer.text).toBe('0')
    const own = things.filter(({ owner }) => owner === memberId)
    for (const thing of own) thing.owner = newMemberId
    open.push({ leaveId: answer.leaveId ?? 0, memberId, things: new Map(own.map((thing) => [thing, false])) })
  }

  const change = async ({ id, isFile }: Thing): Promise<unknown> =>
    isFile
      ? (await app.post(rooms.customer.remark, admin.token, { customerId: id, remark: '来过电话' })).status
      : sql`update lead set no_contact_times = no_contact_times + 1 where dealer_id = ${dealerId} and id = ${id}`
          .execute(app.db)
          .then(() => '0')

  const touch = async (thing: Thing): Promise<void> => {
    expect(await change(thing)).toBe('0')
    touched.add(thing)
    for (const one of open) if (one.things.has(thing)) one.things.set(thing, true)
  }

  /** Counts subordinates whom the leave does not return yet, as their former superior is below them. */
  const countStaying = async (leaveId: number): Promise<number> => {
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from member_leave_move
      where dealer_id = ${dealerId} and leave_id = ${leaveId} and kind = ${moved.subordinate} and not is_back`.execute(
      app.db,
    )
    return rows[0]?.total ?? 0
  }

  const back = async (at: number): Promise<void> => {
    const [one] = open.splice(at, 1)
    if (!one) return
    const answer = await app.post(rooms.team.memberLeaveBack, admin.token, { leaveId: one.leaveId })
    const total = [...one.things.values()].filter(Boolean).length + (await countStaying(one.leaveId))
    expect(answer, answer.fault ?? answer.text).toMatchObject({ status: '0', kept: total })
    for (const [thing, isTouched] of one.things) {
      if (isTouched) continue
      thing.owner = one.memberId
      for (const later of open.slice(at)) later.things.delete(thing)
    }
  }

  const check = async (): Promise<void> => {
    const { rows } = await sql<{ id: number; isFile: boolean; owner: number }>`
      select customer_id as id, true as "isFile", owner_id as owner from deal where dealer_id = ${dealerId} and is_current
      union all select id, false, owner_id from lead where dealer_id = ${dealerId} and customer_id is null`.execute(
      app.db,
    )
    const key = ({ id, isFile, owner }: Thing): string => `${isFile ? 'file' : 'lead'} ${id} of ${owner}`
    expect(rows.map(key).toSorted()).toEqual(things.map(key).toSorted())
    expect(await superiors(dealerId), 'nobody stands below who is gone').toEqual([])
    const { rows: lost } = await sql`
      select l.id from lead l join member m on m.dealer_id = ${dealerId} and m.id = l.owner_id and m.left_at is not null
      where l.dealer_id = ${dealerId}`.execute(app.db)
    expect(lost, 'no lead is with who is gone').toEqual([])
  }

  for (const one of steps) {
    if ('leave' in one) await leave(one)
    else if ('touch' in one) await touch(things[one.touch % things.length] as Thing)
    else if (open.length > 0) await back(one.back % open.length)
    await check()
  }
  while (open.length > 0) await back(isReversed ? open.length - 1 : 0)
  await check()
  const after = await memberRows(app.db, dealerId)
  const ids = new Set([...touched].map(({ isFile, id }) => `${isFile ? 'file' : 'lead'} ${id}`))
  const concerns = (difference: string): boolean => {
    const [table = ''] = difference.split(' ')
    const row = JSON.parse(difference.slice(difference.indexOf('{'))) as {
      id: number
      customer_id?: number | null
    }
    return (
      ids.has(`file ${table === 'customer' ? row.id : row.customer_id}`) ||
      (table === 'lead' && ids.has(`lead ${row.id}`))
    )
  }
  expect(differences(before, after).filter((one) => !concerns(one))).toEqual([])
}

it('leaves and take-backs restore untouched rows in any order', { timeout: 300_000 }, async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), fc.boolean(), play), {
    numRuns: 15,
    examples: [
      // Their former superior was below the new one by a later leave.
      [[{ leave: 0, heir: 2, top: 4 }, { leave: 1, heir: 3, top: 4 }, { back: 0 }], false],
      [[{ leave: 0, heir: 2, top: 4 }, { leave: 1, heir: 3, top: 4 }, { back: 0 }], true],
      // A cycle kept a member without a superior after both leaves were taken back.
      [[{ leave: 2, heir: 2, top: 2 }, { leave: 0, heir: 0, top: 4 }, { back: 20 }], false],
      // A member stayed in place if their former superior had left, and named them as successor.
      [[{ leave: 0, heir: 0, top: 4 }, { leave: 2, heir: 0, top: 4 }, { back: 0 }], false],
    ],
    endOnFailure: true,
    plugins: [fc.interruptAfterTimeLimit(30_000)],
  })
})

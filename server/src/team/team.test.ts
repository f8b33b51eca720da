import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildMember } from './team.factory.ts'

const { memberList, assignMembers, managerMembers, sourceList } = rooms.team

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/**
 * A store: manager, head of sales without a superior, two consultants in the line below, front desk, one frozen and one former member.
 */
async function buildStore() {
  const manager = await buildMember(app.db, app.now(), { role: 1, name: '总' })
  const { dealerId } = manager
  const head = await buildMember(app.db, app.now(), { dealerId, name: '头' })
  const one = await buildMember(app.db, app.now(), { dealerId, managerId: head.memberId, name: '一' })
  const two = await buildMember(app.db, app.now(), { dealerId, managerId: one.memberId, name: '二' })
  const front = await buildMember(app.db, app.now(), { dealerId, role: 7, name: '前' })
  const frozen = await buildMember(app.db, app.now(), { dealerId, name: '冻' })
  const left = await buildMember(app.db, app.now(), { dealerId, name: '离' })
  await app.db.updateTable('member').set({ status: -1 }).where('id', '=', frozen.memberId).execute()
  await app.db.updateTable('member').set({ left_at: app.now() }).where('id', '=', left.memberId).execute()
  return { manager, head, one, two, front }
}
const namesOf = (data: { userName: string }[] = []) => data.map((one) => one.userName).toSorted()

describe('members', () => {
  it("are the dealer's, with frozen ones marked and mobiles masked", async () => {
    const { head, one } = await buildStore()
    const { data = [] } = await app.post(memberList, one.token, {})
    expect(namesOf(data)).toEqual(['总', '头', '一', '二', '前', '冻'].toSorted())
    expect(data.find((member) => member.memberId === one.memberId)).toMatchObject({
      mobile: `137****${one.mobile.slice(-4)}`,
      role: 4,
      allRoles: '客户经理',
      status: 0,
      userIsActive: false,
      manager: head.memberId,
    })
    expect(data.find((member) => member.userName === '冻')?.status).toBe(-1)
  })

  it('are assignable if the caller sees them, without the caller, or all on request', async () => {
    const { manager, head, two } = await buildStore()
    const everybody = ['总', '头', '一', '二'].toSorted()
    const othersOf = async (token: string) => namesOf((await app.post(assignMembers, token, {})).data)
    expect(await othersOf(manager.token)).toEqual(['头', '一', '二'].toSorted())
    expect(await othersOf(head.token)).toEqual(['一', '二'].toSorted())
    expect(await othersOf(two.token)).toEqual([])
    for (const isAll of [1, true])
      expect(namesOf((await app.post(assignMembers, two.token, { isAll })).data)).toEqual(everybody)
  })

  it('of a line are the caller and all below', async () => {
    const { manager, head, one } = await buildStore()
    expect(namesOf((await app.post(managerMembers, one.token, {})).data)).toEqual(['一', '二'].toSorted())
    expect(namesOf((await app.post(managerMembers, head.token, {})).data)).toEqual(
      ['头', '一', '二'].toSorted(),
    )
    expect(namesOf((await app.post(managerMembers, manager.token, {})).data)).toContain('头')
  })

  it('have counts of assigned leads not followed up yet', async () => {
    const { head } = await buildStore()
    const given = { status: 2, assigned_at: app.now() }
    const lead = {
      dealer_id: head.dealerId,
      source_id: 1,
      name: '线索',
      mobile: '13900000000',
      owner_id: head.memberId,
      created_at: app.now(),
    }
    await app.db
      .insertInto('lead')
      .values([
        { ...lead, ...given },
        { ...lead, ...given },
        { ...lead, ...given, first_follow_at: app.now() },
        { ...lead, status: 4 },
      ])
      .execute()
    const { data = [] } = await app.post(assignMembers, head.token, { isAll: 1 })
    expect(data.find((member) => member.memberId === head.memberId)?.clueCount).toBe(2)
  })
})

describe('the member for the next lead', () => {
  it('is the one with the fewest leads who follows customers, then the longest waiting; the online team is last', async () => {
    const { dealerId, token } = await buildMember(app.db, app.now(), { role: 3, name: '经' })
    const build = async (name: string, open: number, more: object = {}, role = 4): Promise<void> => {
      const { memberId } = await buildMember(app.db, app.now(), { dealerId, name, role })
      const active = { activated_at: app.now(), ...more }
      await app.db.updateTable('member').set(active).where('id', '=', memberId).execute()
      const lead = { dealer_id: dealerId, source_id: 1, status: 2, name: '线索', created_at: app.now() }
      const given = { ...lead, owner_id: memberId, assigned_at: app.now() }
      for (let i = 0; i < open; i++)
        await app.db
          .insertInto('lead')
          .values({ ...given, mobile: `1390000000${i}` })
          .execute()
    }
    const minutesAgo = (minutes: number) => new Date(app.now().getTime() - minutes * 60_000)
    await build('网', 0, {}, 5)
    await build('多', 2)
    await build('刚', 1, { last_lead_at: minutesAgo(1) })
    await build('早', 1, { last_lead_at: minutesAgo(9) })
    await build('新', 1)
    await build('未', 0, { activated_at: null })
    await build('后', 1)
    const order = async (byLeads: number) =>
      (await app.post(assignMembers, token, { isAll: 1, byLeads })).data?.map((one) => one.userName).join('')
    expect(await order(1)).toBe('新后早刚多未经网')
    // By role and id without the counts.
    expect(await order(0)).toBe('多刚早新未后经网')
  })
})

describe('custom sources', () => {
  it("are the dealer's own that were not deleted", async () => {
    const { manager } = await buildStore()
    const foreign = await buildMember(app.db, app.now())
    const values = (dealer_id: number, name: string, deleted_at: Date | null = null) => ({
      dealer_id,
      name,
      deleted_at,
    })
    await app.db
      .insertInto('custom_source')
      .values([
        values(manager.dealerId, '车友会'),
        values(manager.dealerId, '旧的', app.now()),
        values(foreign.dealerId, '别家'),
      ])
      .execute()
    expect((await app.post(sourceList, manager.token, {})).data?.map((one) => one.name)).toEqual(['车友会'])
  })
})

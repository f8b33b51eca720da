import { rooms } from '@showroom/contract'
import type { RequestOf } from '@showroom/contract/kernel/call'
import { draftMaxLength, draftsOfMember } from '@showroom/contract/kernel/drafts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildMember } from '../../test/factories.ts'
import type { BuiltMember } from '../../test/factories.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import { tidyDrafts } from './tidy.job.ts'
import { stageMember } from '../team/team.factory.ts'

const { read, save, drop } = rooms.draft

let app: TestApp
let by: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now())
})
afterAll(() => app.close())

const colleague = (role = 4): Promise<BuiltMember> =>
  buildMember(app.db, app.now(), { dealerId: by.dealerId, role })
let made = 0
const anyId = (): string => (++made).toString(16).padStart(32, '0')

type Saving = Partial<RequestOf<typeof save>>
/** Saves a draft, by default of a new customer, and returns its id. */
async function saved(member: BuiltMember, { draftId = anyId(), ...rest }: Saving = {}): Promise<string> {
  const body = { form: 'customer.new', revision: 1, content: { name: '安' }, draftId, ...rest } as const
  const answer = await app.post(save, member.token, body)
  expect(answer, answer.text).toMatchObject({ status: '0' })
  return draftId
}
const drafts = async (member: BuiltMember, of: object = { form: 'customer.new' }) =>
  (await app.post(read, member.token, of)).data ?? []

describe('a draft', () => {
  it("is returned as typed, with its time and its record's version", async () => {
    const member = await colleague()
    const content = {
      name: '安柏川',
      mobile: '13912345678',
      specIds: [3, 5],
      region: { province: '浙江省', city: '杭州市', area: '' },
      lines: [{ specId: [3, 31], num: 2 }],
      budget: null,
      isSuspend: false,
    }
    const draftId = await saved(member, { form: 'customer.edit', recordId: 7, version: '3.1', content })
    expect(await drafts(member, { form: 'customer.edit', recordId: 7 })).toEqual([
      { draftId, revision: 1, version: '3.1', content, updatedAt: Math.floor(app.now().getTime() / 1000) },
    ])
    // Only drafts of this form and record.
    expect(await drafts(member, { form: 'customer.edit', recordId: 8 })).toEqual([])
    expect(await drafts(member, { form: 'customer.follow', recordId: 7 })).toEqual([])
    expect(await drafts(member)).toEqual([])
  })

  it('is invisible and unchangeable to colleagues, admins and other stores', async () => {
    const member = await colleague()
    const draftId = await saved(member, { content: { remark: '只给自己' } })
    const [other, manager] = [await colleague(), await colleague(3)]
    const foreign = await buildMember(app.db, app.now())
    for (const one of [other, manager, foreign]) {
      expect(await drafts(one)).toEqual([])
      await app.post(drop, one.token, { draftId, revision: 999 })
      await saved(one, { draftId, revision: 999, content: { remark: '别人的' } })
      await saved(one, { replaces: { draftId, revision: 999 } })
    }
    expect(await drafts(member)).toMatchObject([{ draftId, revision: 1, content: { remark: '只给自己' } }])
  })

  it('is replaced as a whole by each save, and ignores late older saves', async () => {
    const member = await colleague()
    const draftId = await saved(member, { content: { name: '安', remark: '一' } })
    await saved(member, { draftId, revision: 3, content: { name: '安柏' } })
    await saved(member, { draftId, revision: 2, content: { name: '晚到的' } })
    expect(await drafts(member)).toMatchObject([{ revision: 3, content: { name: '安柏' } }])
  })

  it('keeps its time if saved unchanged, as a closing window does', async () => {
    const member = await colleague()
    const [one, two] = [await saved(member, { content: { name: '一' } }), anyId()]
    app.advance(1)
    await saved(member, { draftId: two, content: { name: '二' } })
    app.advance(1)
    await saved(member, { draftId: one, revision: 2, content: { name: '一' } })
    expect((await drafts(member)).map(({ draftId }) => draftId)).toEqual([two, one])
  })

  it('stays with its form and record', async () => {
    const member = await colleague()
    const draftId = await saved(member)
    await saved(member, {
      draftId,
      revision: 2,
      form: 'customer.edit',
      recordId: 7,
      content: { name: '别处' },
    })
    expect(await drafts(member)).toMatchObject([{ revision: 1, content: { name: '安' } }])
    expect(await drafts(member, { form: 'customer.edit', recordId: 7 })).toEqual([])
  })

  it('is deleted on discard, unless another window has saved it since', async () => {
    const member = await colleague()
    const draftId = await saved(member)
    await saved(member, { draftId, revision: 2 })
    await app.post(drop, member.token, { draftId, revision: 1 })
    expect(await drafts(member)).toHaveLength(1)
    await app.post(drop, member.token, { draftId, revision: 2 })
    expect(await drafts(member)).toEqual([])
    expect(await app.post(drop, member.token, { draftId, revision: 2 })).toMatchObject({ status: '0' })
  })

  it('expires seven days after its last save, and the job deletes it from the table', async () => {
    const member = await colleague()
    const draftId = await saved(member)
    const lastSaved = (secondsAgo: number) =>
      app.db
        .updateTable('draft')
        .set({ updated_at: new Date(app.now().getTime() - secondsAgo * 1000) })
        .where('dealer_id', '=', member.dealerId)
        .where('id', '=', draftId)
        .execute()
    const inTable = async () =>
      (await app.db.selectFrom('draft').select('id').where('id', '=', draftId).execute()).length
    await lastSaved(7 * 86_400 - 1)
    await tidyDrafts(app.db, app.now).run()
    expect(await drafts(member)).toHaveLength(1)
    await lastSaved(7 * 86_400)
    expect(await drafts(member)).toEqual([])
    expect(await inTable()).toBe(1)
    await tidyDrafts(app.db, app.now).run()
    expect(await inTable()).toBe(0)
  })
})

describe('two windows', () => {
  it('never overwrite each other; both drafts are kept, newest first', async () => {
    const member = await colleague()
    const [one, two] = [anyId(), anyId()]
    await Promise.all([
      saved(member, { draftId: one, content: { name: '一' } }),
      saved(member, { draftId: two, content: { name: '二' } }),
    ])
    app.advance(1)
    await saved(member, { draftId: one, revision: 2, content: { name: '一又' } })
    expect((await drafts(member)).map(({ content }) => content)).toEqual([{ name: '一又' }, { name: '二' }])
  })

  it('that continue one draft replace it once, and keep what was typed into it since', async () => {
    const member = await colleague()
    const first = await saved(member, { content: { name: '原' } })
    await saved(member, { content: { name: '甲' }, replaces: { draftId: first, revision: 1 } })
    await saved(member, { content: { name: '乙' }, replaces: { draftId: first, revision: 1 } })
    const names = async () => (await drafts(member)).map(({ content }) => content['name'])
    expect(new Set(await names())).toEqual(new Set(['甲', '乙']))
    // The first window is still open and saves again.
    await saved(member, { draftId: first, revision: 2, content: { name: '原又' } })
    await saved(member, { content: { name: '丙' }, replaces: { draftId: first, revision: 1 } })
    expect(await drafts(member)).toHaveLength(3)
  })
})

describe('limits', () => {
  it('reject a draft that is too long with an error text', async () => {
    const member = await colleague()
    const body = (length: number) =>
      ({
        form: 'customer.new',
        revision: 1,
        draftId: anyId(),
        content: { remark: '长'.repeat(length) },
      }) as const
    expect(await app.post(save, member.token, body(draftMaxLength))).toMatchObject({
      code: 400,
      errors: [{ path: 'content', text: '填写的内容过长，无法存为草稿' }],
    })
    expect(await app.post(save, member.token, body(draftMaxLength - 100))).toMatchObject({ status: '0' })
  })

  it('reject an unknown form, an invalid id and endless nesting', async () => {
    const member = await colleague()
    const right = { form: 'customer.new', revision: 1, draftId: anyId(), content: {} }
    const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)])
    for (const wrong of [
      { form: 'access.password' },
      { draftId: 'x' },
      { revision: 0 },
      { content: [] },
      { content: { a: deep(4) } },
      { content: { a: deep(100) } },
    ])
      expect(
        await app.post(save, member.token, { ...right, ...wrong }),
        JSON.stringify(wrong).slice(0, 80),
      ).toMatchObject({ code: 400 })
    expect(await drafts(member)).toEqual([])
  })

  it('delete a member’s oldest drafts, and no one else’s', async () => {
    const [member, other] = [await colleague(), await colleague()]
    await saved(other)
    const ids: string[] = []
    for (let n = 0; n <= draftsOfMember; n += 1) {
      app.advance(1)
      ids.push(await saved(member, { form: 'customer.follow', recordId: n + 1 }))
    }
    const left = await app.db
      .selectFrom('draft')
      .select('id')
      .where('member_id', '=', member.memberId)
      .execute()
    expect(left.map(({ id }) => id).toSorted()).toEqual(ids.slice(1).toSorted())
    expect(await drafts(other)).toHaveLength(1)
  })

  it('return at most three drafts of a form', async () => {
    const member = await colleague()
    for (let n = 0; n < 4; n += 1) {
      app.advance(1)
      await saved(member, { content: { n } })
    }
    expect((await drafts(member)).map(({ content }) => content)).toEqual([{ n: 3 }, { n: 2 }, { n: 1 }])
  })
})

describe('drafts are deleted', () => {
  it('with a customer merged into another: all members’ drafts, of that customer only', async () => {
    const [member, other] = [await colleague(3), await colleague()]
    const [master, slave] = [await buildCustomer(app, member), await buildCustomer(app, member)]
    const on = (recordId: number) => ({ form: 'customer.follow', recordId }) as const
    await saved(member, on(slave.customerId))
    await saved(other, { form: 'customer.edit', recordId: slave.customerId })
    await saved(member, on(master.customerId))
    // A lead with the same id is another record.
    await saved(other, { form: 'lead.handle', recordId: slave.customerId })
    const merged = await app.post(rooms.customer.merge, member.token, {
      masterCustomerId: master.customerId,
      slaveCustomerId: slave.customerId,
    })
    expect(merged, merged.text).toMatchObject({ status: '0' })
    expect(await drafts(member, on(slave.customerId))).toEqual([])
    expect(await drafts(other, { form: 'customer.edit', recordId: slave.customerId })).toEqual([])
    expect(await drafts(member, on(master.customerId))).toHaveLength(1)
    expect(await drafts(other, { form: 'lead.handle', recordId: slave.customerId })).toHaveLength(1)
  })

  it('with a member whose leaving can no longer be undone', async () => {
    const [member, other] = [await colleague(), await colleague()]
    await saved(member)
    await saved(other)
    await stageMember(app.db, member, { left_at: app.now() })
    const draftsOf = ({ memberId }: BuiltMember) =>
      app.db.selectFrom('draft').select('id').where('member_id', '=', memberId).execute()
    const tidy = tidyDrafts(app.db, app.now)
    await tidy.run()
    expect(await draftsOf(member), 'the leave can be taken back').toHaveLength(1)
    // The cached session ends with a notification.
    await expect
      .poll(async () => (await app.post(read, member.token, { form: 'customer.new' })).status)
      .not.toBe('0')
    app.advance(24 * 3600 + 60)
    await tidy.run()
    expect(await draftsOf(member)).toEqual([])
    expect(await draftsOf(other)).toHaveLength(1)
  })
})

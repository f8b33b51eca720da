import { rooms } from '@showroom/contract'
import type { RequestOf } from '@showroom/contract/kernel/call'
import { errors } from '@showroom/contract/kernel/errors'
import { firstViewId, viewsOfMember } from '@showroom/contract/view/view.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildMember } from '../../test/factories.ts'
import type { BuiltMember } from '../../test/factories.ts'

const { mine, save, remove, setList } = rooms.view
const { undo } = rooms.base

let app: TestApp
let manager: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  manager = await buildMember(app.db, app.now(), { role: 1, name: '安总' })
})
afterAll(() => app.close())

const colleague = (overrides: Parameters<typeof buildMember>[2] = {}): Promise<BuiltMember> =>
  buildMember(app.db, app.now(), { dealerId: manager.dealerId, ...overrides })
const hot = { list: 'customers', name: '高意向', search: { lv: 'H,A', cd: 'all' } } as const
type Saving = Partial<RequestOf<typeof save>>
const saved = async (by: BuiltMember, view: Saving = {}): Promise<number> => {
  const answer = await app.post(save, by.token, { ...hot, ...view })
  expect(answer.status, answer.text).toBe('0')
  return answer.viewId ?? 0
}
const viewsOf = async (by: BuiltMember) => (await app.post(mine, by.token, {})).views ?? []
const settingsOf = async (by: BuiltMember) => (await app.post(mine, by.token, {})).settings ?? []

describe('a view', () => {
  it('can be read back as saved and as changed', async () => {
    const by = await colleague({ name: '秦朗' })
    const columns = [
      { key: 'name', width: 200 },
      { key: 'owner', isHidden: true },
    ]
    const viewId = await saved(by, { columns })
    expect(viewId).toBeGreaterThanOrEqual(firstViewId)
    const view = { ...hot, viewId, columns, roles: [], isOwn: true, ownerName: '秦朗' }
    expect(await viewsOf(by)).toEqual([view])
    await saved(by, { viewId, name: '很高意向', search: { lv: 'H' } })
    expect(await viewsOf(by)).toEqual([{ ...view, name: '很高意向', search: { lv: 'H' }, columns: [] }])
  })

  it('cannot be read, changed or removed by another member', async () => {
    const by = await colleague()
    const viewId = await saved(by)
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    for (const other of [await colleague(), manager, foreign]) {
      expect((await viewsOf(other)).filter((view) => view.viewId === viewId)).toEqual([])
      expect(await app.post(save, other.token, { ...hot, viewId, name: '别人的' })).toMatchObject({
        code: 404,
      })
      expect(await app.post(remove, other.token, { viewId })).toMatchObject({ code: 404 })
    }
    expect(await viewsOf(by)).toMatchObject([{ viewId, name: '高意向' }])
  })

  it('stays with its list', async () => {
    const by = await colleague()
    const viewId = await saved(by)
    expect(await app.post(save, by.token, { ...hot, viewId, list: 'tasks' })).toMatchObject({ code: 404 })
  })

  it('shared with a role is visible to that role in the store until it is unshared or its owner leaves', async () => {
    const by = await colleague({ role: 3, name: '陈经理' })
    const [consultant, other] = [await colleague({ role: 4 }), await colleague({ role: 5 })]
    const elsewhere = await buildMember(app.db, app.now(), { role: 4 })
    const viewId = await saved(by, { roles: [4, 11] })
    const seenBy = async (one: BuiltMember) => (await viewsOf(one)).filter((view) => view.viewId === viewId)
    expect(await seenBy(consultant)).toEqual([
      { ...hot, viewId, columns: [], roles: [4, 11], isOwn: false, ownerName: '陈经理' },
    ])
    for (const one of [other, elsewhere]) expect(await seenBy(one)).toEqual([])
    // Seeing a view does not allow changing it.
    expect(await app.post(save, consultant.token, { ...hot, viewId })).toMatchObject({ code: 404 })
    expect(await app.post(remove, consultant.token, { viewId })).toMatchObject({ code: 404 })
    await saved(by, { viewId, roles: [] })
    expect(await seenBy(consultant)).toEqual([])
    await saved(by, { viewId, roles: [4] })
    expect(await seenBy(consultant)).toHaveLength(1)
    await app.db
      .updateTable('member')
      .set({ left_at: app.now() })
      .where('dealer_id', '=', by.dealerId)
      .where('id', '=', by.memberId)
      .execute()
    expect(await seenBy(consultant)).toEqual([])
  })

  it('can be shared only by members who lead others', async () => {
    const head = await colleague()
    expect(await app.post(save, head.token, { ...hot, roles: [4] })).toMatchObject({ code: 403 })
    await colleague({ managerId: head.memberId })
    const leading = await colleague()
    await colleague({ managerId: leading.memberId })
    expect(await saved(leading, { roles: [8] })).toBeGreaterThan(0)
  })

  it('can be restored once under its id after removal', async () => {
    const by = await colleague()
    const viewId = await saved(by, { columns: [{ key: 'level' }] })
    const { undoId = 0 } = await app.post(remove, by.token, { viewId })
    expect(await viewsOf(by)).toEqual([])
    expect(await app.post(remove, by.token, { viewId })).toMatchObject({ code: 404 })
    expect(await app.post(undo, manager.token, { undoId })).toMatchObject({ code: 404 })
    expect(await app.post(undo, by.token, { undoId })).toMatchObject({ status: '0', undoneTotal: 1 })
    expect(await viewsOf(by)).toMatchObject([{ viewId, ...hot, columns: [{ key: 'level' }] }])
    expect(await app.post(undo, by.token, { undoId })).toMatchObject({ status: '-1' })
  })

  it.each<[string, object, string]>([
    ['no name', { name: ' ' }, '请输入视图名称'],
    ['a long name', { name: '长'.repeat(21) }, '不能超过20个字'],
    ['a number as a name', { name: '客户138 1234 5678' }, '视图名称不能包含号码'],
    ['half a number as a name', { name: '1381234' }, '视图名称不能包含号码'],
    ['a number in full width as a name', { name: '客户１３８１２３４５６７８' }, '视图名称不能包含号码'],
    ['a number with dots as a name', { name: '客户138.1234·5678' }, '视图名称不能包含号码'],
  ])('with %s is rejected', async (_name, wrong, text) => {
    expect(await app.post(save, manager.token, { ...hot, ...wrong })).toMatchObject({
      code: 400,
      errors: [{ path: 'name', text }],
    })
  })

  it('shared with an unknown role is rejected', async () => {
    expect(await app.post(save, manager.token, { ...hot, roles: [4, 77] })).toMatchObject({
      code: 400,
      errors: [{ path: 'roles', text: '岗位不存在，请重新选择' }],
    })
  })

  it.each<object>([
    { search: { k: '张三' } },
    { search: { k: '13812345678' } },
    { search: { key: 'a b' } },
    { search: { cd: { start: 1 } } },
    { search: { '../': 1 } },
    { list: 'others' },
    { columns: [{ key: 'name', width: 5000 }] },
    { columns: [{ key: '<b>' }] },
    { roles: ['4'] },
  ])('with content no list can have is rejected: %j', async (wrong) => {
    expect(await app.post(save, manager.token, { ...hot, ...wrong })).toMatchObject({ code: 400 })
  })

  it('beyond the limit is rejected, also with two concurrent saves', async () => {
    const by = await colleague()
    for (let count = 1; count < viewsOfMember; count++) await saved(by)
    const both = await Promise.all([1, 2].map(() => app.post(save, by.token, hot)))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['-1', '0'])
    expect(both.find(({ status }) => status === '-1')).toMatchObject({ code: errors.VIEWS_TOO_MANY.code })
    expect(await viewsOf(by)).toHaveLength(viewsOfMember)
  })
})

describe('the settings of a list', () => {
  it('are saved field by field, for this member and list only', async () => {
    const [by, other] = [await colleague(), await colleague()]
    expect(await settingsOf(by)).toEqual([])
    await app.post(setList, by.token, { list: 'leads', pageCount: 50 })
    const usual = { columns: [], pageCount: 0, pinned: null, defaultView: 0 }
    expect(await settingsOf(by)).toEqual([{ ...usual, list: 'leads', pageCount: 50 }])
    const columns = [
      { key: 'name', width: 180 },
      { key: 'level', isHidden: true },
    ]
    await app.post(setList, by.token, { list: 'leads', columns, pinned: [3, 1001] })
    await app.post(setList, by.token, { list: 'leads', defaultView: 3 })
    expect(await settingsOf(by)).toEqual([
      { list: 'leads', columns, pageCount: 50, pinned: [3, 1001], defaultView: 3 },
    ])
    await app.post(setList, by.token, {
      list: 'leads',
      columns: [],
      pinned: [],
      defaultView: 0,
      pageCount: 0,
    })
    expect(await settingsOf(by)).toEqual([{ ...usual, list: 'leads', pinned: [] }])
    expect(await settingsOf(other)).toEqual([])
  })

  it('hold the page size of every list beside those of single lists', async () => {
    const by = await colleague()
    await app.post(setList, by.token, { list: 'every', pageCount: 20 })
    await app.post(setList, by.token, { list: 'orders', pageCount: 50 })
    const sizes = (await settingsOf(by)).map(({ list, pageCount }) => [list, pageCount])
    expect(new Map(sizes as [string, number][])).toEqual(
      new Map([
        ['every', 20],
        ['orders', 50],
      ]),
    )
    expect(await app.post(save, by.token, { ...hot, list: 'every' as 'orders' })).toMatchObject({ code: 400 })
  })

  it('reject invalid values', async () => {
    for (const wrong of [
      { list: 'customers', pageCount: 15 },
      { list: 'customers', pinned: Array.from({ length: 13 }, (_, at) => at + 1) },
      { list: 'customers', columns: [{ key: 'name', width: 1 }] },
      { list: 'x' },
    ])
      expect(await app.post(setList, manager.token, wrong as never)).toMatchObject({ code: 400 })
  })
})

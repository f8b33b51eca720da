import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCustomer, buildMember } from '../../test/factories.ts'
import type { BuiltMember } from '../../test/factories.ts'
import { firstSheetOf, storeBytes } from '../../test/sheets.ts'
import { writeXlsx } from '../platform/xlsx/xlsx.ts'

const { target, setting, team } = rooms

let app: TestApp
let boss: BuiltMember
let anna: BuiltMember
let bert: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  boss = await buildMember(app.db, app.now(), { role: 1, name: '总经理' })
  const { dealerId } = boss
  anna = await buildMember(app.db, app.now(), { dealerId, name: '安娜' })
  bert = await buildMember(app.db, app.now(), { dealerId, name: '柏特' })
})

const month = '2026-11'
type Goals = readonly [basic: number | null, sprint?: number | null, challenge?: number | null]
const cell = (
  memberId: number,
  [basic, sprint = null, challenge = null]: Goals,
  rowVersion = 0,
  measure = 'orders',
) => ({ memberId, measure, basic, sprint, challenge, rowVersion })
const save = (by: BuiltMember, cells: readonly object[], of = month, headers = {}) =>
  app.post(target.save, by.token, { month: of, cells }, headers)
const read = (by: BuiltMember, query: object = {}) => app.post(target.period, by.token, { month, ...query })
async function ordersOf(by: BuiltMember, memberId: number, query: object = {}) {
  const { members = [] } = await read(by, query)
  return members.find((one) => one.memberId === memberId)?.numbers.orders
}

describe('saved targets', () => {
  it('are read with their sums, the difference to the store, and the pace', async () => {
    await save(boss, [cell(anna.memberId, [10, 12, 15]), cell(bert.memberId, [20]), cell(0, [40])])
    const { store, members } = await read(boss)
    expect(store?.orders).toMatchObject({
      target: 40,
      done: 0,
      ownGoals: { basic: 40, sprint: null, challenge: null },
      memberGoals: { basic: 30, sprint: 12, challenge: 15 },
      // A level without an own number is the sum of the members.
      goals: { basic: 40, sprint: 12, challenge: 15 },
      rowVersion: 1,
    })
    expect(store?.files).toMatchObject({ target: null, due: null, perDay: null })
    expect(members?.find(({ memberId }) => memberId === anna.memberId)?.numbers.orders).toMatchObject({
      target: 10,
      goals: { basic: 10, sprint: 12, challenge: 15 },
    })
  })

  it('of a quarter and a year add up', async () => {
    await save(boss, [cell(anna.memberId, [10])], '2026-10')
    await save(boss, [cell(anna.memberId, [20])], '2026-11')
    await save(boss, [cell(anna.memberId, [30])], '2026-12')
    await save(boss, [cell(anna.memberId, [7])], '2026-01')
    expect(await ordersOf(boss, anna.memberId, { months: 3 })).toMatchObject({ target: 60, rowVersion: 0 })
    expect(await ordersOf(boss, anna.memberId, { months: 12 })).toMatchObject({ target: 67 })
    expect((await read(boss, { months: 12 })).store?.orders.target).toBe(67)
  })

  it('count what was done by the day, on which they were done', async () => {
    await save(boss, [cell(anna.memberId, [10], 0, 'files')])
    await buildCustomer(app, anna)
    const { members = [] } = await read(anna)
    expect(members.map(({ numbers }) => numbers.files)).toMatchObject([{ done: 1, target: 10 }])
  })

  it('keep what they were, with author and time', async () => {
    await save(boss, [cell(anna.memberId, [10])])
    app.advance(60)
    await save(boss, [cell(anna.memberId, [12, 14], 1)])
    // The same again changes nothing.
    expect(await save(boss, [cell(anna.memberId, [12, 14], 2)])).toMatchObject({ status: '0', changed: 0 })
    const query = { month, memberId: anna.memberId, measure: 'orders' }
    const { data = [] } = await app.post(target.history, boss.token, query)
    expect(data.map(({ goals, userName }) => [goals.basic, goals.sprint, userName])).toEqual([
      [12, 14, '总经理'],
      [10, null, '总经理'],
    ])
    expect(data[0]?.changedAt).toBe((data[1]?.changedAt ?? 0) + 60)
    expect((await app.post(target.history, anna.token, query)).data).toHaveLength(2)
    expect((await app.post(target.history, bert.token, query)).code).toBe(404)
    expect((await app.post(target.history, bert.token, { ...query, memberId: 0 })).code).toBe(404)
  })

  it('are cleared by an empty cell', async () => {
    await save(boss, [cell(anna.memberId, [10])])
    await save(boss, [cell(anna.memberId, [null], 1)])
    expect(await ordersOf(boss, anna.memberId)).toMatchObject({ target: null, rowVersion: 2 })
  })

  it('of one cell are saved by one of two members at once, those of two cells by both', async () => {
    const head = await buildMember(app.db, app.now(), { dealerId: boss.dealerId, role: 3 })
    const answers = await Promise.all([
      save(boss, [cell(anna.memberId, [10])]),
      save(head, [cell(anna.memberId, [11])]),
    ])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 409])
    expect(await save(head, [cell(bert.memberId, [5]), cell(anna.memberId, [9])])).toMatchObject({
      code: 409,
    })
    // Refused as a whole.
    expect(await ordersOf(boss, bert.memberId)).toMatchObject({ target: null })
    const both = await Promise.all([
      save(boss, [cell(anna.memberId, [10], 0, 'visits')]),
      save(head, [cell(bert.memberId, [11], 0, 'visits')]),
    ])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
  })

  it('are saved once for a repeated request', async () => {
    const headers = { 'idempotency-key': 'target-once-1' }
    const cells = [cell(anna.memberId, [10])]
    expect(await save(boss, cells, month, headers)).toMatchObject({ status: '0', changed: 1 })
    expect(await save(boss, cells, month, headers)).toMatchObject({ status: '0', changed: 1 })
  })

  it('are refused when malformed, oversized, or for a member of another store', async () => {
    const stranger = await buildMember(app.db, app.now(), {})
    const one = cell(anna.memberId, [1])
    const wrong: readonly (readonly [object, number, string?])[] = [
      [{ month: '2026-13' }, 400, '请选择月份'],
      [{ month: '1999-01' }, 400, '请选择月份'],
      [{ cells: [] }, 400, '请填写目标'],
      [{ cells: [{ ...one, basic: -1 }] }, 400, '请输入0至99999的整数'],
      [{ cells: [{ ...one, basic: 1.5 }] }, 400],
      [{ cells: [{ ...one, basic: '10' }] }, 400],
      [{ cells: [{ ...one, basic: 100_000 }] }, 400, '请输入0至99999的整数'],
      [{ cells: [{ ...one, measure: 'talks' }] }, 400, '请选择指标'],
      [{ cells: [cell(anna.memberId, [10, 9])] }, 400, '冲刺不能低于基本'],
      [{ cells: [cell(anna.memberId, [10, null, 9])] }, 400, '挑战不能低于基本'],
      [{ cells: [one, one] }, 400, '同一成员的同一指标只能填写一次'],
      [{ cells: Array.from({ length: 3001 }, () => one) }, 400, '一次最多保存3000项目标'],
      [{ cells: [cell(stranger.memberId, [1])] }, 2004],
      [{ cells: [cell(anna.memberId, [1], 7)] }, 409],
    ]
    for (const [body, code, text] of wrong) {
      const answer = await app.post(target.save, boss.token, { month, cells: [one], ...body })
      expect([body, answer.code, answer.detail]).toEqual([body, code, text ?? answer.detail])
    }
    expect(await ordersOf(boss, anna.memberId)).toMatchObject({ target: null })
  })
})

describe('rights', () => {
  it('set targets for the heads of the store and the group, for no one else', async () => {
    const { dealerId } = boss
    const codes: Record<string, number> = {}
    for (const role of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16])
      for (const modules of [['企业管理', '客户管理'], ['客户管理']]) {
        const by = await buildMember(app.db, app.now(), { dealerId, role, modules })
        const measure = modules.length > 1 ? 'visits' : 'files'
        const memberId = (await buildMember(app.db, app.now(), { dealerId })).memberId
        codes[`${role} ${modules.length}`] = (await save(by, [cell(memberId, [1], 0, measure)])).code
      }
    const allowed = Object.keys(codes).filter((key) => codes[key] === 0)
    expect(allowed).toEqual(['1 2', '1 1', '2 2', '2 1', '3 2', '3 1', '6 2', '6 1', '9 2'])
    expect((await app.post(target.save, 'no session', { month, cells: [] })).code).toBe(100)
  })

  it('let others read their own line, and the team where the store ranks its members', async () => {
    await save(boss, [cell(anna.memberId, [10]), cell(bert.memberId, [20])])
    const lead = await buildMember(app.db, app.now(), { dealerId: boss.dealerId, name: '组长' })
    await app.post(team.memberUpdate, boss.token, {
      memberId: anna.memberId,
      name: '安娜',
      mobile: anna.mobile,
      role: 4,
      modules: ['客户管理', '销售订单'],
      managerId: lead.memberId,
    })
    const idsOf = async (by: BuiltMember) => {
      const { store, members = [] } = await read(by)
      return [store?.orders.target, members.map(({ memberId }) => memberId).toSorted((a, b) => a - b)]
    }
    const all = [boss, anna, bert, lead].map(({ memberId }) => memberId).toSorted((a, b) => a - b)
    expect(await idsOf(bert)).toEqual([undefined, [bert.memberId]])
    const investor = await buildMember(app.db, app.now(), { dealerId: boss.dealerId, role: 11, modules: [] })
    expect(await idsOf(investor)).toEqual([30, all])
    expect((await app.post(setting.switchRanking, bert.token, { enable: true })).code).toBe(403)
    await app.post(setting.switchRanking, boss.token, { enable: true })
    expect(await idsOf(bert)).toEqual([30, all])
    await app.post(setting.switchRanking, boss.token, { enable: false })
    expect(await idsOf(bert)).toEqual([undefined, [bert.memberId]])
  })

  it("never reach another store's targets", async () => {
    await save(boss, [cell(anna.memberId, [10])])
    const other = await buildMember(app.db, app.now(), { role: 1 })
    expect((await read(other)).store?.orders.target).toBeNull()
    const query = { month, memberId: anna.memberId, measure: 'orders' }
    expect((await app.post(target.history, other.token, query)).data).toEqual([])
  })
})

describe('a former member', () => {
  it('keeps the targets', async () => {
    await save(boss, [cell(anna.memberId, [10])])
    await app.db
      .updateTable('member')
      .set({ left_at: app.now(), status: -1 })
      .where('dealer_id', '=', boss.dealerId)
      .where('id', '=', anna.memberId)
      .execute()
    expect(await ordersOf(boss, anna.memberId)).toMatchObject({ target: 10 })
    expect((await read(boss)).store?.orders.target).toBe(10)
  })
})

describe('the workbook', () => {
  const send = async (headings: readonly string[], rows: (string | number)[][]) => {
    const bytes = await writeXlsx([
      { name: '目标', columns: headings.map((heading) => ({ heading, width: 12 })), rows },
    ])
    return app.post(target.readSheet, boss.token, { file: await storeBytes(app, boss, bytes) })
  }

  it('is read back as it was written', async () => {
    await save(boss, [cell(anna.memberId, [10, 12]), cell(0, [40])])
    const { filePath = '' } = await app.post(target.sheet, boss.token, { month })
    const { rawPayload: bytes } = await app.app.http.inject({
      url: filePath,
      cookies: { 'Dealer-User-Token': boss.token },
    })
    const [headings = []] = await firstSheetOf(bytes)
    expect(headings.slice(0, 5)).toEqual(['成员ID', '姓名', '建档基本', '建档冲刺', '建档挑战'])
    const answer = await app.post(target.readSheet, boss.token, { file: await storeBytes(app, boss, bytes) })
    expect(answer).toMatchObject({ failTotal: 0, errors: [] })
    const set = answer.cells?.filter(({ goal }) => goal !== null)
    expect(set).toEqual([
      { memberId: 0, measure: 'orders', level: 'basic', goal: 40 },
      { memberId: anna.memberId, measure: 'orders', level: 'basic', goal: 10 },
      { memberId: anna.memberId, measure: 'orders', level: 'sprint', goal: 12 },
    ])
  })

  it('names row and column of each problem, and reads the rest', async () => {
    await buildMember(app.db, app.now(), { dealerId: boss.dealerId, name: '柏特' })
    const answer = await send(
      ['销售顾问', '订车', '到店（冲刺）'],
      [
        ['安娜', '12', '很多'],
        ['柏特', 3, 4],
        ['王无此人', 3, 4],
        ['门店', '1,200', ''],
        ['安娜', 3, 4],
        ['合计', 1203, 4],
      ],
    )
    expect(answer.cells).toEqual([
      { memberId: anna.memberId, measure: 'orders', level: 'basic', goal: 12 },
      { memberId: 0, measure: 'visits', level: 'sprint', goal: null },
      { memberId: 0, measure: 'orders', level: 'basic', goal: 1200 },
    ])
    expect(answer.errors).toEqual([
      { row: 2, column: '到店冲刺', cell: 'C2', text: '请输入0至99999的整数' },
      { row: 3, column: '姓名', cell: 'A3', text: '有多位同名成员，请填写成员ID' },
      { row: 4, column: '姓名', cell: 'A4', text: '本店没有该成员' },
      { row: 6, column: '姓名', cell: 'A6', text: '该成员在表中出现多次，只读取第一行' },
    ])
  })

  it('is refused without a column of names or numbers', async () => {
    expect(await send(['订车基本', '到店基本'], [[1, 2]])).toMatchObject({
      code: 1017,
      detail: '缺少必填列：姓名，请补充表头后重试',
    })
    expect(await send(['姓名', '备注'], [['安娜', '无']])).toMatchObject({ code: 1017 })
  })
})

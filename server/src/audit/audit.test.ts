import { rooms } from '@showroom/contract'
import { exceptSignIns } from '@showroom/contract/kernel/audit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCustomer, buildDealer, buildMember } from '../../test/factories.ts'
import type { BuiltMember } from '../../test/factories.ts'
import { writeAudit } from '../platform/auditing/audit.ts'

const { auditList, exportFile, exportRecords, revealWatch } = rooms.audit

let app: TestApp
let dealerId: number
let boss: BuiltMember
let head: BuiltMember
let consultant: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
/** Each test has its own store. */
beforeEach(async () => {
  dealerId = await buildDealer(app.db)
  boss = await buildMember(app.db, app.now(), { dealerId, role: 2, name: '沈若兰' })
  head = await buildMember(app.db, app.now(), { dealerId, role: 1, name: '周启明' })
  consultant = await buildMember(app.db, app.now(), { dealerId, name: '林晓雯' })
})
afterAll(() => app.close())

const recordsOf = async (of = boss, body: object = {}) =>
  (await app.post(exportRecords, of.token, body)).records ?? []
const auditOf = async (body: object = {}, of = head) => (await app.post(auditList, of.token, body)).data ?? []
const read = (filePath: string | undefined, { token }: BuiltMember) =>
  app.app.http.inject({ url: filePath ?? '', headers: { authorization: token } })
const exported = () => app.post(rooms.lead.list, head.token, { isExport: 1 })
/** The consultant reveals a number. */
async function revealed(): Promise<number> {
  const { customerId } = await buildCustomer(app, consultant)
  await app.post(rooms.base.getUserInfo, consultant.token, { userId: customerId, dataType: 2 })
  return customerId
}

describe('the export log', () => {
  it('shows the exporter, the row count and the filters as text', async () => {
    const day = Math.floor(Date.parse('2026-11-01T00:00:00+08:00') / 1000)
    await buildCustomer(app, consultant)
    const filter = {
      isExport: 1,
      levels: 'H,A',
      saleIds: String(consultant.memberId),
      createdDate: { start: day, end: 0 },
      series: '1201',
      fromType: 2,
      key: '13812345678',
    }
    const { filePath } = await app.post(rooms.customer.list, head.token, filter)
    const [record] = await recordsOf()
    expect(record).toMatchObject({
      createdAt: Math.floor(app.now().getTime() / 1000),
      exportName: '客户列表',
      userName: '周启明',
      isKept: true,
    })
    expect(record?.asked.filter(({ label }) => label !== '意向车系')).toEqual([
      { label: '关键词', text: '138****5678' },
      { label: '客户经理', text: '林晓雯' },
      { label: '意向级别', text: 'H、A' },
      { label: '建档日期', text: '2026-11-01 至 今天' },
      { label: '来源类型', text: '线下' },
    ])
    expect(record?.asked.find(({ label }) => label === '意向车系')?.text).toMatch(/[\u4e00-\u9fa5]/)
    // The file belongs to its exporter; the boss needs a separate link.
    expect((await read(filePath, boss)).statusCode).toBe(403)
    const again = await app.post(exportFile, boss.token, { id: record?.id })
    expect((await read(again.filePath, boss)).statusCode).toBe(200)
    expect((await read(again.filePath, head)).statusCode).toBe(403)
    expect(await auditOf({ kind: 3 })).toMatchObject([
      { title: '再次下载导出文件', userName: '沈若兰', detail: '列表 客户列表' },
      { title: '导出', userName: '周启明' },
    ])
  })

  it('names removed custom sources and chosen customers, and notes that a page’s table has no filters', async () => {
    const store = await buildDealer(app.db)
    const owner = await buildMember(app.db, app.now(), { dealerId: store, role: 2 })
    const { id } = await app.post(rooms.setting.addSource, owner.token, { name: '车友会推荐' })
    const source = { label: '自定义来源', text: '车友会推荐' }
    const [one, other] = [await buildCustomer(app, owner), await buildCustomer(app, owner)]
    const customerIds = `${one.customerId},${other.customerId}`
    const latest = async () => (await recordsOf(owner))[0]
    await app.post(rooms.customer.list, owner.token, { isExport: 1, otherSource: id })
    expect(await latest()).toMatchObject({ exportName: '客户列表', asked: [source] })
    app.advance(1)
    await app.post(rooms.setting.deleteSource, owner.token, { sourceId: id })
    await app.post(rooms.order.search, owner.token, { isExport: 1, otherSources: String(id) })
    expect(await latest()).toMatchObject({ exportName: '销售订单', asked: [source] })
    app.advance(1)
    await app.post(rooms.customer.list, owner.token, { isExport: 1, customerIds })
    expect(await latest()).toMatchObject({ asked: [{ label: '所选客户', text: '2 位' }] })
    app.advance(1)
    const html = '<table><tr><td>车系</td></tr><tr><td>云岫</td></tr></table>'
    await app.post(rooms.report.exportExcel, owner.token, { html, name: '车系报表' })
    expect(await latest()).toMatchObject({ asked: [{ label: '内容', text: '页面上的表格' }] })
  })

  it('keeps files for seven days', async () => {
    const at = app.now()
    await exported()
    const [record] = await recordsOf()
    app.setNow(new Date(at.getTime() + 7 * 86_400_000 - 1000))
    const late = await buildMember(app.db, app.now(), { dealerId, role: 2, name: '接任者' })
    expect((await recordsOf(late))[0]).toMatchObject({ isKept: true })
    expect(await app.post(exportFile, late.token, { id: record?.id })).toMatchObject({ status: '0' })
    app.advance(1)
    expect((await recordsOf(late))[0]).toMatchObject({ isKept: false })
    expect(await app.post(exportFile, late.token, { id: record?.id })).toMatchObject({
      code: 2504,
      detail: '文件已超过7天，不能再下载',
    })
    app.setNow(at)
  })

  it('is limited to the boss of the store', async () => {
    const foreign = await buildMember(app.db, app.now(), { role: 2 })
    await exported()
    const [record] = await recordsOf()
    expect(record).toBeDefined()
    expect(await recordsOf(foreign)).toEqual([])
    expect(await app.post(exportFile, foreign.token, { id: record?.id })).toMatchObject({ code: 404 })
    for (const role of [1, 3, 4, 6, 9, 15, 16]) {
      const { token } = await buildMember(app.db, app.now(), { dealerId, role, modules: ['企业管理'] })
      expect(await app.post(exportRecords, token, {}), `role ${role}`).toMatchObject({ code: 403 })
    }
  })

  it('can be narrowed to days', async () => {
    const second = Math.floor(app.now().getTime() / 1000)
    await exported()
    expect(await recordsOf(boss, { createdDate: { start: second + 86_400, end: 0 } })).toEqual([])
    expect(await recordsOf(boss, { createdDate: { start: second, end: second }, pageCount: 1 })).toHaveLength(
      1,
    )
  })

  it.each(['update export_log set record_total = 0', 'delete from export_log', 'truncate export_log'])(
    '“%s” is rejected',
    async (statement) => {
      await exported()
      await expect(sql.raw(statement).execute(app.db)).rejects.toThrow('append-only')
    },
  )
})

describe('the audit', () => {
  it('shows member, action, record and address of each row', async () => {
    const customerId = await revealed()
    const record = `customer:${customerId}`
    const { name } = await app.db
      .selectFrom('customer')
      .select('name')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow()
    expect(await auditOf({ record })).toEqual([
      {
        id: expect.any(Number) as number,
        createdAt: Math.floor(app.now().getTime() / 1000),
        memberId: consultant.memberId,
        userName: '林晓雯',
        title: '查看号码',
        kind: 2,
        record,
        recordName: name,
        detail: '证件号码与地址',
        ip: '127.0.0.1',
      },
    ])
  })

  it('shows the old and new value of a setting as text', async () => {
    await app.post(rooms.setting.updateAddress, head.token, { address: '文三路1号' })
    await app.post(rooms.setting.switchCityPool, head.token, { enable: true })
    expect((await auditOf({ kind: 6 })).map(({ detail }) => detail)).toEqual([
      '城市池：否 → 是',
      '门店地址：（空） → 文三路1号',
    ])
  })

  it('can be narrowed to a member, a kind and days, and paged', async () => {
    const at = Math.floor(app.now().getTime() / 1000)
    await revealed()
    await exported()
    for (const body of [
      { memberId: consultant.memberId },
      { kind: 2 },
      { memberId: consultant.memberId, kind: 2 },
    ])
      expect((await auditOf(body)).map(({ title }) => title)).toEqual(['查看号码'])
    expect(await auditOf({ createdDate: { start: at + 30 * 86_400, end: 0 } })).toEqual([])
    const all = await auditOf({ pageCount: 50 })
    expect(all).toHaveLength(2)
    expect(await auditOf({ pageCount: 1, pageStart: 2 })).toEqual([all[1]])
  })

  it('leaves sign-ins out if asked, in the count too', async () => {
    await sql`insert into audit (dealer_id, at, action, kind) values (${dealerId}, ${app.now()}, 'sign-in', 1)`.execute(
      app.db,
    )
    await revealed()
    const titles = async (kind: number) => {
      const { data = [], total } = await app.post(auditList, head.token, { kind })
      return [data.map(({ title }) => title).toSorted(), total]
    }
    expect(await titles(0)).toEqual([['查看号码', '登录'], 2])
    expect(await titles(exceptSignIns.value)).toEqual([['查看号码'], 1])
  })

  it('is limited to the general manager and the boss of the store', async () => {
    await revealed()
    expect(await auditOf({}, boss)).not.toEqual([])
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    expect(await auditOf({ memberId: consultant.memberId }, foreign)).toEqual([])
    for (const role of [3, 4, 6, 9, 16]) {
      const { token } = await buildMember(app.db, app.now(), { dealerId, role, modules: ['企业管理'] })
      expect(await app.post(auditList, token, {})).toMatchObject({ code: 403 })
      expect(await app.post(revealWatch, token, {})).toMatchObject({ code: 403 })
    }
  })

  it('can be exported as a workbook, which is itself audited', async () => {
    await revealed()
    const { filePath, total, data } = await app.post(auditList, head.token, { kind: 2, isExport: 1 })
    expect({ total, data }).toEqual({ total: 1, data: [] })
    expect((await read(filePath, head)).statusCode).toBe(200)
    expect((await recordsOf())[0]).toMatchObject({
      exportName: '操作记录',
      recordTotal: 1,
      asked: [{ label: '类型', text: '查看号码' }],
    })
    expect((await auditOf({ kind: 3, memberId: head.memberId }))[0]).toMatchObject({
      title: '导出',
      detail: '列表 操作记录，条数 1；类型：查看号码',
    })
  })

  it('counts to ten thousand and reads no further', async () => {
    const { dealerId: many, token } = await buildMember(app.db, app.now(), { role: 1 })
    await sql`insert into audit (dealer_id, at, action, kind) select ${many}::int, now(), 'sign-in', 1 from generate_series(1, 10050)`.execute(
      app.db,
    )
    expect(await app.post(auditList, token, {})).toMatchObject({ total: 10_001 })
    expect(await app.post(auditList, token, { pageStart: 1002 })).toMatchObject({ data: [] })
    expect(await app.post(auditList, token, { isExport: 1 })).toMatchObject({ code: 2201 })
  })
})

describe('a member with unusually many reveals', () => {
  const reveal = async (member: BuiltMember, count: number, daysAgo: number): Promise<void> => {
    const at = new Date(app.now().getTime() - daysAgo * 86_400_000)
    for (let done = 0; done < count; done++)
      await writeAudit(app.db, {
        dealerId: member.dealerId,
        memberId: member.memberId,
        action: 'reveal',
        ip: '::1',
        at,
      })
  }

  it('is listed for ten or more in a week, if three times the usual week', async () => {
    const own = await buildDealer(app.db)
    const member = (name: string, role = 4) => buildMember(app.db, app.now(), { dealerId: own, role, name })
    const [chief, steady, sudden, few, fresh] = [
      await member('店总', 1),
      await member('平稳'),
      await member('突增'),
      await member('零星'),
      await member('新人'),
    ]
    await reveal(steady, 16, 14)
    await reveal(steady, 11, 1)
    await reveal(sudden, 16, 14)
    await reveal(sudden, 12, 1)
    await reveal(few, 9, 1)
    await reveal(fresh, 10, 6)
    await reveal(fresh, 30, 36)
    expect((await app.post(revealWatch, chief.token, {})).data).toEqual([
      { memberId: sudden.memberId, userName: '突增', recent: 12, usual: 4 },
      { memberId: fresh.memberId, userName: '新人', recent: 10, usual: 0 },
    ])
  })
})

import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { snapshot } from '../../../test/database/snapshot.ts'
import { firstSheetOf } from '../../../test/sheets.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCustomer } from '../../customer/customer.factory.ts'

const { list } = rooms.customer
const { olderList } = rooms.transfer

let app: TestApp
let admin: BuiltMember
let clerk: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  admin = await buildMember(app.db, app.now(), { role: 3, name: '冯经理' })
  clerk = await buildMember(app.db, app.now(), { dealerId: admin.dealerId, name: '许安' })
})
afterAll(() => app.close())

const cookieOf = ({ token }: BuiltMember) => ({
  cookie: `a=b; Dealer-User-Token=${encodeURIComponent(token)}; c=d`,
})
const open = (url = '', by?: BuiltMember, headers: Record<string, string> = by ? cookieOf(by) : {}) =>
  app.app.http.inject({ url, headers })

async function rowsOf(url: string | undefined, by = admin) {
  const response = await open(url, by)
  expect(response.statusCode, response.body.slice(0, 100)).toBe(200)
  return { response, rows: await firstSheetOf(response.rawPayload) }
}

describe.each([
  ['the list', list],
  ['the older list', olderList],
])('%s as a file', (_name, call) => {
  it("contains the list's rows masked, with codes as texts, in its order and filters", async () => {
    const own = await buildMember(app.db, app.now(), { role: 1, name: '总经理' })
    await buildCustomer(app, own, {
      name: '林晓雨',
      mobile: '13688880001',
      buyArea: '',
      tags: '电话13912345678',
    })
    await buildCustomer(app, own, { name: '别人', fromSource: 1 })
    const body = { fromSources: '2', isExport: 1, pageStart: 7, pageCount: 1 }
    const answer = await app.post(call, own.token, body)
    expect(answer).toMatchObject({ status: '0', data: [], total: 1 })
    const { response, rows } = await rowsOf(answer.filePath, own)
    expect(response.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="download.xlsx"; filename*=UTF-8''${encodeURIComponent('客户列表-2026-11-18.xlsx')}`,
    })
    expect(rows).toEqual([
      '客户姓名,手机号,性别,客户经理,意向级别,客户状态,意向车系,客户来源,业务类型,购车地区,标签,建档日期,最近跟进,下次跟进,订车日期,交车日期'.split(
        ',',
      ),
      [
        '林晓雨',
        '136****0001',
        '女',
        '总经理',
        'H',
        '未到店',
        '松涧',
        '自然到店',
        '新购',
        '浙江省 杭州市',
        '电话139****5678',
        '2026-11-18 12:00',
        '未联系',
        '2026-11-24',
        '',
        '',
      ],
    ])
    const [logged] = await app.db
      .selectFrom('export_log')
      .selectAll()
      .where('dealer_id', '=', own.dealerId)
      .execute()
    expect(logged).toMatchObject({
      export_name: '客户列表',
      member_id: own.memberId,
      user_name: '总经理',
      record_total: 1,
      created_at: app.now(),
    })
    const [audit] = await app.db
      .selectFrom('audit')
      .selectAll()
      .where('dealer_id', '=', own.dealerId)
      .where('action', '=', 'export')
      .execute()
    expect(audit).toMatchObject({
      member_id: own.memberId,
      detail: { exportName: '客户列表', recordTotal: 1 },
    })
  })

  it('neutralises cells that a spreadsheet would run', async () => {
    const own = await buildMember(app.db, app.now(), { role: 1 })
    const names = ['=1+1', '+1', '-1', '@x', 'a=1']
    for (const name of names) await buildCustomer(app, own, { name })
    const { filePath } = await app.post(call, own.token, { isExport: 1, orderType: 1 })
    const { rows } = await rowsOf(filePath, own)
    expect(rows.slice(1).map(([name]) => name)).toEqual(["'=1+1", "'+1", "'-1", "'@x", 'a=1'])
  })

  it('serves more members at once than there are threads', async () => {
    const own = await buildMember(app.db, app.now(), { role: 1 })
    await buildCustomer(app, own, { name: '林晓雨' })
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.post(call, own.token, { isExport: 1 })),
    )
    for (const { filePath } of answers) expect((await rowsOf(filePath, own)).rows).toHaveLength(2)
  })

  it('is for admins, and records nothing for others', async () => {
    // A member's first call records that they were seen.
    await app.post(rooms.access.profile, clerk.token, {})
    const before = await snapshot(app.db)
    expect(await app.post(call, clerk.token, { isExport: 1 })).toMatchObject({ status: '-1', code: 403 })
    expect(await snapshot(app.db)).toEqual(before)
    expect(await app.post(call, clerk.token, {})).toMatchObject({ status: '0', total: 0 })
  })

  it('holds 2,000 rows and not one more', async () => {
    const own = await buildMember(app.db, app.now(), { role: 1 })
    const { customerId } = await buildCustomer(app, own)
    await copy(own, customerId, 1999)
    const whole = await app.post(call, own.token, { isExport: 1 })
    expect(whole).toMatchObject({ status: '0', total: 2000 })
    expect((await rowsOf(whole.filePath, own)).rows).toHaveLength(2001)
    await copy(own, customerId, 1)
    const before = await snapshot(app.db)
    expect(await app.post(call, own.token, { isExport: 1 })).toMatchObject({
      status: '-1',
      code: 2201,
      detail: '当前导出数据大于2000条，无法导出。请调整后重试，谢谢！',
    })
    expect(await snapshot(app.db)).toEqual(before)
  })
})

/** Inserts many customers without a mobile by SQL. */
async function copy({ dealerId }: BuiltMember, customerId: number, times: number): Promise<void> {
  for (let left = times; left > 0; left -= 500) {
    const total = Math.min(500, left)
    const customers = await app.db
      .insertInto('customer')
      .values(
        Array.from({ length: total }, () => ({
          dealer_id: dealerId,
          name: '复制',
          created_at: app.now(),
          created_by: 1,
        })),
      )
      .returning('id')
      .execute()
    const {
      id: _id,
      status: _status,
      ...deal
    } = await app.db
      .selectFrom('deal')
      .selectAll()
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('deal')
      .values(customers.map(({ id }) => ({ ...deal, customer_id: id })))
      .execute()
  }
}

describe('the link of an export', () => {
  const exported = async () => (await app.post(list, admin.token, { isExport: 1 })).filePath ?? ''

  it('opens for the member who exported, by cookie or header, for a day', async () => {
    const link = await exported()
    expect((await open(link, admin)).statusCode).toBe(200)
    expect((await open(link, undefined, { authorization: admin.token })).statusCode).toBe(200)
    const before = app.now()
    app.advance(24 * 3600)
    await app.db.updateTable('session').set({ last_seen_at: app.now() }).execute()
    const late = await open(link, admin)
    app.setNow(before)
    expect(late.statusCode).toBe(403)
    expect(late.json()).toEqual({ status: '-1', code: 403, detail: '下载链接已过期，请重新导出' })
  })

  it('does not open for other members', async () => {
    const link = await exported()
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    const sameDealer = await buildMember(app.db, app.now(), { dealerId: admin.dealerId, role: 1 })
    for (const other of [clerk, foreign, sameDealer]) {
      const answer = await open(link, other)
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toEqual({ status: '-1', code: 403, detail: '该文件仅限导出人本人下载' })
    }
    const unknown = await open(link)
    expect(unknown.statusCode).toBe(401)
    expect(unknown.json()).toMatchObject({ detail: '登录过期' })
    for (const wrong of [
      link.replace(/member=\d+/, `member=${clerk.memberId}`),
      link.replace(/expires=\d+/, 'expires=9999999999'),
      link.replace(/signature=[^&]*/, 'signature=x'),
      link.replace(/\?.*/, ''),
      link.replace(/name=[^&]*/, 'name=a.html'),
      '/download/../../etc/passwd',
    ])
      for (const by of [admin, clerk]) expect([403, 404], wrong).toContain((await open(wrong, by)).statusCode)
    expect((await open(link.replace('/download/', '/files/'), admin)).statusCode).toBe(403)
  })
})

import { rooms } from '@showroom/contract'
import type { RequestOf } from '@showroom/contract/kernel/call'
import { leadMeasures } from '@showroom/contract/report/report.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, testNow } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer } from '../../customer/customer.factory.ts'
import { firstSheetOf } from '../../../test/sheets.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildLead } from '../lead.factory.ts'

const { list, counts } = rooms.lead
type Query = RequestOf<typeof list>

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const bdc = { role: 5, modules: ['客户管理', '线索分配'] }
const seconds = (text: string): number => Date.parse(`${text}+08:00`) / 1000
const at = (text: string): Date => new Date(`${text}+08:00`)

const idsOf = async (by: BuiltMember, query: Query = {}): Promise<number[]> => {
  const answer = await app.post(list, by.token, { pageCount: 50, ...query })
  expect(answer.status, answer.text).toBe('0')
  const ids = answer.data?.map((row) => row.clueId) ?? []
  expect(answer.total).toBe(ids.length)
  return ids
}

describe('a row', () => {
  it('has the columns of the list, the number masked, the times in the store’s working hours', async () => {
    const admin = await buildMember(app.db, app.now(), { role: 3, name: '秦朗' })
    const { customerId } = await buildCustomer(app, admin)
    const clueId = await buildLead(app, admin, {
      name: '林晓雨',
      mobile: '13987654321',
      remark: '周末看车',
      clear_remark: '要求周末回电',
      status: 2,
      clear_status: 1,
      last_task: 1,
      clue_level: 1,
      is_remote: 1,
      is_repeat: true,
      customer_id: customerId,
      owner_id: admin.memberId,
      created_at: at('2026-11-16T17:59:00'),
      clear_seconds: 60,
      assigned_at: at('2026-11-17T08:00:00'),
      first_follow_at: at('2026-11-17T08:40:00'),
    })
    const answer = await app.post(list, admin.token, {})
    expect(answer).toMatchObject({ total: 1, hours: { inTime: '08:30', offTime: '18:00' } })
    expect(answer.data).toEqual([
      {
        clueId,
        id: clueId,
        createdDate: seconds('2026-11-16T17:59:00'),
        name: '林晓雨',
        phone: '139****4321',
        lacksMobile: false,
        isErased: false,
        status: 2,
        type: 1,
        clearStatus: 1,
        ownerName: '秦朗',
        sourceName: '车友之窗',
        seriesName: '松涧',
        remark: '周末看车',
        clearRemark: '要求周末回电',
        invalidReason: 0,
        clueLevel: 1,
        isRemote: 1,
        isRepeat: true,
        customerId,
        assignedDate: seconds('2026-11-17T08:00:00'),
        clearSeconds: 60,
        followSeconds: 600,
      },
    ])
  })

  it('has no times while they run, and the source’s series name if the series is unknown', async () => {
    const admin = await buildMember(app.db, app.now(), { role: 3 })
    await buildLead(app, admin, { series_id: null, facts: JSON.stringify({ seriesName: '某某X5' }) })
    const { data } = await app.post(list, admin.token, {})
    expect(data).toMatchObject([
      {
        seriesName: '某某X5',
        clearSeconds: -1,
        followSeconds: -1,
        assignedDate: 0,
        customerId: 0,
        ownerName: '',
      },
    ])
  })

  it('masks a number next to the source’s series name, in the list and in a search', async () => {
    const admin = await buildMember(app.db, app.now(), { role: 3 })
    const facts = JSON.stringify({ seriesName: '某某X5 13812345678' })
    const clueId = await buildLead(app, admin, { series_id: null, facts })
    const { data } = await app.post(list, admin.token, {})
    expect(data).toMatchObject([{ seriesName: '某某X5 138****5678' }])
    const answer = await app.post(rooms.find.find, admin.token, { clueIds: String(clueId) })
    expect(answer.leads).toMatchObject([{ seriesName: '某某X5 138****5678' }])
  })

  it('begins with inquiry and reason of invalidity, and masks a number at the cut', async () => {
    const admin = await buildMember(app.db, app.now(), { role: 3 })
    const remark = `${'问'.repeat(95)}13812345678${'问'.repeat(300)}`
    await buildLead(app, admin, {
      status: 4,
      clear_status: 2,
      invalid_reason: 99,
      clear_remark: '同行',
      remark,
    })
    const { data = [] } = await app.post(list, admin.token, {})
    expect(data).toMatchObject([
      { remark: `${'问'.repeat(95)}138**`, clearRemark: '同行', invalidReason: 99 },
    ])
  })

  it('links to the customer only for members who see that customer', async () => {
    const worker = await buildMember(app.db, app.now(), bdc)
    const owner = await buildMember(app.db, app.now(), { dealerId: worker.dealerId })
    const { customerId } = await buildCustomer(app, owner)
    await buildLead(app, worker, { status: 2, customer_id: customerId, owner_id: owner.memberId })
    const [forWorker] = (await app.post(list, worker.token, {})).data ?? []
    const [forOwner] = (await app.post(list, owner.token, {})).data ?? []
    expect([forWorker?.customerId, forOwner?.customerId]).toEqual([0, customerId])
  })
})

describe('tabs', () => {
  const statuses = [1, 12, 5, 2, 4, 3]

  async function store(onlinePolicy: number) {
    const dealerId = await buildDealer(app.db, { onlinePolicy })
    const admin = await buildMember(app.db, app.now(), { dealerId, role: 3 })
    const worker = await buildMember(app.db, app.now(), { dealerId, ...bdc })
    const ids = new Map<number, number>()
    for (const status of statuses) ids.set(status, await buildLead(app, admin, { status }))
    const of = (...which: number[]) => which.map((status) => ids.get(status) ?? 0).toSorted((a, b) => b - a)
    return { admin, worker, of }
  }

  it('1 to 6: by status, newest first', async () => {
    const { admin, of } = await store(1)
    const tab = (activityType: number) => idsOf(admin, { activityType })
    expect(await tab(1)).toEqual(of(1))
    expect(await tab(2)).toEqual(of(5))
    expect(await tab(3)).toEqual(of(5, 2))
    expect(await tab(4)).toEqual(of(4))
    expect(await tab(5)).toEqual(of(12))
    expect(await tab(6)).toEqual(of(...statuses))
    expect(await idsOf(admin)).toEqual(of(...statuses))
    expect(await app.post(list, admin.token, { activityType: 7 })).toMatchObject({ status: '-1', code: 400 })
  })

  it.each([
    [1, true, false],
    [2, false, true],
    [3, false, false],
  ])(
    'pending assignment under policy %i: for an admin %s, for the online team %s',
    async (policy, first, second) => {
      const { admin, worker, of } = await store(policy)
      expect(await idsOf(admin, { activityType: 2 })).toEqual(first ? of(5) : [])
      expect(await idsOf(worker, { activityType: 2 })).toEqual(second ? of(5) : [])
      expect(await app.post(counts, admin.token, {})).toMatchObject({ unassigned: first ? 1 : 0 })
      expect(await app.post(counts, worker.token, {})).toMatchObject({ unassigned: second ? 1 : 0 })
    },
  )

  it('count waiting leads', async () => {
    const { admin, worker } = await store(1)
    await buildLead(app, admin, { status: 12 })
    const expected = { status: '0', waiting: 1, unreachable: 2, overdue: 0 }
    expect(await app.post(counts, admin.token, {})).toMatchObject({ ...expected, unassigned: 1 })
    expect(await app.post(counts, worker.token, {})).toMatchObject({ ...expected, unassigned: 0 })
  })

  it('count those that wait longer than 30 working minutes', async () => {
    const admin = await buildMember(app.db, app.now(), { role: 3 })
    const overdueAt = async (now: string) => {
      app.setNow(at(now))
      return (await app.post(counts, admin.token, {})).overdue
    }
    try {
      await buildLead(app, admin, { created_at: at('2026-11-18T17:50:00') })
      expect(await overdueAt('2026-11-18T23:00:00')).toBe(0)
      expect(await overdueAt('2026-11-19T08:50:00')).toBe(0)
      expect(await overdueAt('2026-11-19T08:50:01')).toBe(1)
    } finally {
      app.setNow(testNow)
    }
  })

  it('show only overdue leads on request, optionally oldest first, the same as are counted', async () => {
    const admin = await buildMember(app.db, app.now(), { role: 3 })
    const { dealerId } = admin
    const worker = await buildMember(app.db, app.now(), { dealerId, ...bdc })
    const consultant = await buildMember(app.db, app.now(), { dealerId })
    const waiting = (created: string, more: object = {}) =>
      buildLead(app, admin, { created_at: at(created), ...more })
    const late = await waiting('2026-11-18T10:30:00')
    const later = await waiting('2026-11-18T11:29:59', { overdue_at: at('2026-11-18T12:00:00') })
    // Marked under longer hours; and leads that no longer wait.
    await waiting('2026-11-18T11:30:00', { overdue_at: at('2026-11-18T11:59:00') })
    for (const status of [12, 5, 4, 2, 3]) await waiting('2026-11-17T10:00:00', { status })
    expect(testNow).toEqual(at('2026-11-18T12:00:00'))
    for (const by of [admin, worker])
      for (const activityType of [1, 6]) {
        expect(await idsOf(by, { activityType, isOverdue: 1 })).toEqual([late, later])
        expect(await idsOf(by, { activityType, isOverdue: 1, orderType: 2 })).toEqual([later, late])
      }
    expect(await app.post(counts, admin.token, {})).toMatchObject({ waiting: 3, overdue: 2 })
    expect(await idsOf(admin, { activityType: 5, isOverdue: 1 })).toEqual([])
    expect(await idsOf(consultant, { isOverdue: 1 })).toEqual([])
    expect(await app.post(list, admin.token, { isOverdue: 2 })).toMatchObject({ status: '-1', code: 400 })
    expect(await app.post(list, admin.token, { isExport: 1, isOverdue: 1 })).toMatchObject({ total: 2 })
  })
})

describe('visibility', () => {
  it('all for members who work leads, otherwise those with a visible owner, and nothing of another store', async () => {
    const admin = await buildMember(app.db, app.now(), { role: 3, modules: [] })
    const { dealerId } = admin
    const worker = await buildMember(app.db, app.now(), { dealerId, ...bdc })
    const head = await buildMember(app.db, app.now(), { dealerId })
    const consultant = await buildMember(app.db, app.now(), { dealerId, managerId: head.memberId })
    const stranger = await buildMember(app.db, app.now(), { role: 1 })
    const nobodys = await buildLead(app, admin)
    const heads = await buildLead(app, admin, { status: 2, owner_id: head.memberId })
    const theirs = await buildLead(app, admin, { status: 2, owner_id: consultant.memberId })
    expect(await idsOf(admin)).toEqual([theirs, heads, nobodys])
    expect(await idsOf(worker)).toEqual([theirs, heads, nobodys])
    expect(await idsOf(head)).toEqual([theirs, heads])
    expect(await idsOf(consultant)).toEqual([theirs])
    expect(await idsOf(stranger)).toEqual([])
    // Filtering by another owner does not widen what a member sees.
    expect(await idsOf(consultant, { userIds: String(head.memberId) })).toEqual([])
    expect(await app.post(counts, consultant.token, {})).toMatchObject({ waiting: 0 })
    expect(await app.post(counts, worker.token, {})).toMatchObject({ waiting: 1 })
  })

  it.each([15, 16])('role %i is refused, whatever its modules', async (role) => {
    const { token } = await buildMember(app.db, app.now(), { role, modules: ['客户管理', '线索分配'] })
    for (const call of [list, counts])
      expect(await app.post(call, token, {})).toMatchObject({ status: '-1', code: 403 })
  })
})

describe('filters', () => {
  let admin: BuiltMember
  let plain: number
  beforeAll(async () => {
    admin = await buildMember(app.db, app.now(), { role: 3 })
    plain = await buildLead(app, admin, { name: '王小明', mobile: '13511112222', is_remote: 2 })
  })

  it.each<[string, object, Query]>([
    ['a source', { source_id: 2 }, { onlineSources: '2,3' }],
    ['an owner', { status: 2, owner_id: 77 }, { userIds: '77' }],
    ['first class', { clue_level: 1 }, { clueLevel: 1 }],
    ['remote', { is_remote: 1 }, { isRemote: 1 }],
    ['remote not known', { is_remote: 3 }, { isRemote: 3 }],
    ['a part of the name', { name: '欧阳雪' }, { key: '阳雪' }],
    ['one character of it', { name: '欧阳霜' }, { key: '霜' }],
    ['digits of the number', { mobile: '13777778888' }, { key: '8888' }],
    ['the whole number', { mobile: '13766665555' }, { key: ' 137 6666 5555 ' }],
    [
      'days, both ends included',
      { created_at: at('2026-11-10T23:59:59') },
      { createdDate: { start: seconds('2026-11-10T12:00:00'), end: seconds('2026-11-10T12:00:00') } },
    ],
  ])('%s', async (_name, lead, query) => {
    const clueId = await buildLead(app, admin, lead)
    expect(await idsOf(admin, query)).toEqual([clueId])
    expect(await idsOf(admin)).toContain(plain)
    await app.db.deleteFrom('lead').where('id', '=', clueId).execute()
  })

  it('a search does not reveal the digits that the mask hides', async () => {
    expect(await idsOf(admin, { key: '1111' })).toEqual([])
    expect(await idsOf(admin, { key: '%' })).toEqual([])
  })

  it('lists leads that wait oldest first, others newest first, or as asked', async () => {
    const [waiting, unassigned, unreachable, valid, invalid, all] = [1, 2, 5, 3, 4, 6]
    const statuses = { [waiting]: 1, [unassigned]: 5, [unreachable]: 12, [valid]: 2, [invalid]: 4 }
    for (const [tab, status] of Object.entries(statuses)) {
      const own = await buildMember(app.db, app.now(), { role: 3 })
      const early = await buildLead(app, own, { status, created_at: at('2026-11-17T09:00:00') })
      const late = await buildLead(app, own, { status, created_at: at('2026-11-17T10:00:00') })
      const activityType = Number(tab)
      const waits = [waiting, unassigned, unreachable].includes(activityType)
      expect(await idsOf(own, { activityType })).toEqual(waits ? [early, late] : [late, early])
      expect(await idsOf(own, { activityType, orderType: 1 })).toEqual([early, late])
      expect(await idsOf(own, { activityType, orderType: 2 })).toEqual([late, early])
    }
    const own = await buildMember(app.db, app.now(), { role: 3 })
    const early = await buildLead(app, own, { created_at: at('2026-11-17T09:00:00') })
    const late = await buildLead(app, own, { created_at: at('2026-11-17T10:00:00') })
    const counted = leadMeasures.indexOf('leadsWaiting') + 1
    expect(await idsOf(own, { activityType: all, counted })).toEqual([early, late])
    expect(await idsOf(own, { activityType: all })).toEqual([late, early])
    expect(await app.post(list, own.token, { orderType: 3 })).toMatchObject({ code: 400 })
  })

  it('pages from the oldest on, with equal times ordered by id', async () => {
    const own = await buildMember(app.db, app.now(), { role: 3 })
    const ids = [await buildLead(app, own), await buildLead(app, own)]
    ids.unshift(await buildLead(app, own, { created_at: at('2026-11-01T09:00:00') }))
    const page = async (pageStart: number) =>
      (await app.post(list, own.token, { orderType: 1, pageStart, pageCount: 2 })).data?.map(
        (row) => row.clueId,
      )
    expect([await page(1), await page(2)]).toEqual([ids.slice(0, 2), ids.slice(2)])
  })

  it('pages', async () => {
    const own = await buildMember(app.db, app.now(), { role: 3 })
    const ids = []
    for (let i = 0; i < 5; i++) ids.unshift(await buildLead(app, own))
    const page = async (pageStart: number) => {
      const { data, total } = await app.post(list, own.token, { pageStart, pageCount: 2 })
      expect(total).toBe(5)
      return data?.map((row) => row.clueId)
    }
    expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
      [],
    ])
  })
})

describe('the list as a file', () => {
  const open = (url = '', { token }: BuiltMember) =>
    app.app.http.inject({ url, headers: { cookie: `Dealer-User-Token=${token}` } })

  it('has the masked rows of the list in words, neutralised, and is logged', async () => {
    const admin = await buildMember(app.db, app.now(), { role: 3, name: '秦朗' })
    await buildLead(app, admin, { status: 2, name: '不在其中' })
    await buildLead(app, admin, {
      name: '=1+1',
      mobile: '13599998888',
      status: 4,
      clear_status: 2,
      invalid_reason: 99,
      clear_remark: '改打13911112222',
      clear_seconds: 90,
      is_remote: 1,
      series_id: null,
      facts: JSON.stringify({ seriesName: '某某X5 13911113333' }),
    })
    const answer = await app.post(list, admin.token, { isExport: 1, activityType: 4, pageStart: 9 })
    expect(answer).toMatchObject({ status: '0', data: [], total: 1 })
    const response = await open(answer.filePath, admin)
    expect(response.headers['content-disposition']).toContain(encodeURIComponent('线索列表-2026-11-18.xlsx'))
    const [headings, ...rows] = await firstSheetOf(response.rawPayload)
    expect(headings?.join()).toBe(
      '创建时间,客户姓名,手机号,线索状态,清洗结果,无效理由,客户经理,网络来源,意向车系,线索级别,异地购车,重复线索,备注,分配时间,清洗时长（分钟）,跟进时长（分钟）',
    )
    const cells =
      "2026-11-18 12:00,'=1+1,135****8888,无效,无效,其他,,车友之窗,某某X5 139****3333,二级,是,否,改打139****2222,,2,"
    expect(rows.map((row) => row.join())).toEqual([cells])
    const logged = await app.db
      .selectFrom('export_log')
      .selectAll()
      .where('dealer_id', '=', admin.dealerId)
      .executeTakeFirstOrThrow()
    expect(logged).toMatchObject({ export_name: '线索列表', user_name: '秦朗', record_total: 1 })
    const audit = await app.db
      .selectFrom('audit')
      .selectAll()
      .where('dealer_id', '=', admin.dealerId)
      .where('action', '=', 'export')
      .executeTakeFirstOrThrow()
    expect(audit.member_id).toBe(admin.memberId)
    const other = await buildMember(app.db, app.now(), { dealerId: admin.dealerId, role: 3 })
    expect((await open(answer.filePath, other)).statusCode).toBe(403)
  })

  it('is for admins, and for at most 2,000 rows', async () => {
    const admin = await buildMember(app.db, app.now(), { role: 3 })
    const worker = await buildMember(app.db, app.now(), { dealerId: admin.dealerId, ...bdc })
    expect(await app.post(list, worker.token, { isExport: 1 })).toMatchObject({ status: '-1', code: 403 })
    const rows = Array.from({ length: 2001 }, (_, i) => ({
      dealer_id: admin.dealerId,
      source_id: 1,
      status: 1,
      name: `批${i}`,
      mobile: `133${String(i).padStart(8, '0')}`,
      created_at: app.now(),
    }))
    await app.db.insertInto('lead').values(rows.slice(0, 1000)).execute()
    await app.db.insertInto('lead').values(rows.slice(1000)).execute()
    expect(await app.post(list, admin.token, { isExport: 1 })).toMatchObject({
      status: '-1',
      detail: '当前导出数据大于2000条，无法导出。请调整后重试，谢谢！',
    })
    expect(await app.post(list, admin.token, { isExport: 1, key: '批1' })).toMatchObject({ status: '0' })
  })
})

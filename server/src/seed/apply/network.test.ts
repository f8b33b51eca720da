import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { sha256Hex } from '../../access/password/password.ts'
import { unseal } from '../../platform/config/seal.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as access from '@showroom/contract/access/access.api'
import { createTestApp, testSecret } from '../../../test/app.ts'
import { createTestDatabase } from '../../../test/database/database.ts'
import type { TestDatabase } from '../../../test/database/database.ts'
import { keepContent } from '../../../test/restore/restore.ts'
import { readXlsx, writeXlsx } from '../../platform/xlsx/xlsx.ts'
import { applyNetwork } from './apply.ts'
import { Unreadable, readBook, writeTemplate } from './book.ts'
import { inviteMember } from './invite.ts'
import { networkSheets } from './network.sheets.ts'

type Record_ = Readonly<Record<string, string | number>>
interface Content {
  readonly 集团?: readonly Record_[]
  readonly 门店?: readonly Record_[]
  readonly 成员?: readonly Record_[]
  readonly 线索来源?: readonly Record_[]
}

const serverSecret = 'a secret of the server'
const now = new Date('2026-11-21T10:00:00+08:00')
let database: TestDatabase
let client: pg.Client
let folder: string
let count = 0

let restore: () => Promise<void>
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'showroom-network-'))
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  restore = await keepContent(client)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await client.end()
  await database.drop()
})
beforeEach(() => restore())

const jsonOf = (content: object): string => {
  const file = path.join(folder, `${(count += 1)}.json`)
  writeFileSync(file, JSON.stringify(content))
  return file
}
async function workbookOf(content: Content): Promise<string> {
  const file = path.join(folder, `${(count += 1)}.xlsx`)
  const sheets = networkSheets.map(({ name, columns }) => ({
    name,
    columns,
    rows: (content[name] ?? []).map((record) => columns.map(({ heading }) => String(record[heading] ?? ''))),
  }))
  writeFileSync(file, await writeXlsx(sheets))
  return file
}
type Switches = Partial<Record<'dryRun' | 'leave' | 'overwrite', boolean>>
const apply = async (file: string, options: Switches = {}) => {
  const plain = { dryRun: false, leave: false, overwrite: false, serverSecret }
  const { lines, ...rest } = await applyNetwork(database.url, file, { ...plain, ...options }, now)
  seenLines = lines
  return rest
}
/** Changes that the last file listed. */
let seenLines: readonly string[] = []
const applied = (content: object, options: Switches = {}) => apply(jsonOf(content), options)
const query = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows
/** All tables a file can change. */
const snapshot = () =>
  query(`select (select json_agg(g order by id) from dealer_group g) as g, (select json_agg(d order by id) from dealer d) as d,
                (select json_agg(m order by dealer_id, id) from member m) as m, (select json_agg(a order by id) from account a) as a,
                (select json_agg(u order by id) from audit u) as u, (select json_agg(l order by id) from lead_source l) as l`)

const dealer = (code: string, rest: Record_ = {}): Record_ => ({
  门店编码: code,
  门店名称: `${code}店`,
  集团: '浙越集团',
  省份: '浙江省',
  城市: '杭州市',
  区县: '西湖区',
  ...rest,
})
const member = (mobile: string, role: string, rest: Record_ = {}): Record_ => ({
  门店编码: 'A1',
  手机号: mobile,
  姓名: '王小明',
  角色: role,
  ...rest,
})
const [head, sales, seller, desk] = ['13900000001', '13900000002', '13900000003', '13900000004'] as const
const right: Content = {
  集团: [{ 集团名称: '浙越集团' }],
  门店: [dealer('A1', { 线索策略: 2, 城市池: '是', 地址: '古墩路1号' }), dealer('A2', { 集团: '无' })],
  成员: [
    member(head, '总经理', { 姓名: '周启明' }),
    member(seller, '4', { 上级手机号: sales, 权限: '客户管理、客户离职、签到' }),
    member(sales, '销售经理', { 上级手机号: head }),
    member(desk, '前台', {
      状态: '冻结',
      人事账号: 'S1',
      人事岗位: '前台',
      身份证号码: '33010219900101104x',
    }),
    member(head, '总经理', { 门店编码: 'A2', 姓名: '周启明' }),
  ],
}
const noChange = {
  'groups new': 0,
  'groups renamed': 0,
  'dealers new': 0,
  'dealers changed': 0,
  'members new': 0,
  'members changed': 0,
  'members leaving': 0,
  'lead sources new': 0,
  'lead sources changed': 0,
}

describe('a valid file', () => {
  it('creates groups, dealers, accounts and members from a workbook', async () => {
    expect(await apply(await workbookOf(right))).toEqual({
      problems: [],
      counts: { ...noChange, 'groups new': 1, 'dealers new': 2, 'members new': 5 },
      notes: [],
    })
    expect(
      await query(
        `select d.code, g.name as group, province, city, area, address, online_policy, city_pool_enable from dealer d
         left join dealer_group g on g.id = d.group_id order by code`,
      ),
    ).toMatchObject([
      {
        code: 'A1',
        group: '浙越集团',
        area: '西湖区',
        address: '古墩路1号',
        online_policy: 2,
        city_pool_enable: true,
      },
      { code: 'A2', group: null, address: '', online_policy: 1, city_pool_enable: false },
    ])
    const members = await query(
      `select d.code, a.mobile, m.name, m.role, m.modules, m.handle_front, m.status, m.siebel_id, m.activated_at, t.name as superior, s.mobile as top
       from member m join dealer d on d.id = m.dealer_id join account a on a.id = m.account_id
       left join member t on t.dealer_id = m.dealer_id and t.id = m.manager_id left join account s on s.id = t.account_id
       order by d.code, a.mobile`,
    )
    expect(members).toMatchObject([
      { mobile: head, role: 1, top: null, status: 0, activated_at: null },
      { mobile: sales, role: 3, top: head },
      { mobile: seller, role: 4, top: sales, modules: ['客户管理', '客户离职', '签到'], handle_front: false },
      {
        mobile: desk,
        role: 7,
        modules: ['前台流量', '签到'],
        handle_front: true,
        status: -1,
        siebel_id: 'S1',
      },
      { code: 'A2', mobile: head, role: 1 },
    ])
    expect(await query('select count(*)::int as n from account')).toEqual([{ n: 4 }])
    expect(await query(`select identify_no from account where mobile = $1`, [desk])).toEqual([
      { identify_no: '33010219900101104X' },
    ])
    expect(await query(`select count(*)::int as n from audit where action = 'member-add'`)).toEqual([
      { n: 5 },
    ])
  })

  it('changes nothing when applied again', async () => {
    await applied(right)
    const before = await snapshot()
    expect(await applied(right)).toEqual({ problems: [], counts: noChange, notes: [] })
    expect(await apply(await workbookOf(right))).toEqual({ problems: [], counts: noChange, notes: [] })
    expect(await snapshot()).toEqual(before)
  })

  it('lists the changes in a dry run and writes nothing', async () => {
    const before = await snapshot()
    const { counts, problems } = await applied(right, { dryRun: true })
    expect(problems).toEqual([])
    expect(counts).toMatchObject({ 'dealers new': 2, 'members new': 5 })
    expect(seenLines).toEqual(
      expect.arrayContaining([
        '集团 浙越集团  新增：集团名称 浙越集团',
        '门店 A2 A2店  新增：门店名称 A2店，省份 浙江省，城市 杭州市，区县 西湖区，线索策略 1，城市池 否',
        '成员 A1 139****0004 王小明  新增：姓名 王小明，角色 前台，权限 前台流量、签到，状态 冻结，人事账号 S1，人事岗位 前台',
      ]),
    )
    expect(await snapshot()).toEqual(before)
  })

  it('changes existing rows, keeps values of empty cells, and audits without any number', async () => {
    await applied(right)
    await query(
      `insert into session (token_hash, account_id, dealer_id, member_id, created_at, last_seen_at)
       select '\\x01', account_id, dealer_id, id, $1, $1 from member where role = 4`,
      [now],
    )
    const changed = {
      集团: [{ 集团名称: '浙越汽车集团', 原名称: '浙越集团' }],
      门店: [dealer('A1', { 集团: '', 门店名称: '西湖店', 线索策略: 3 })],
      成员: [member(seller, '客户经理', { 状态: '冻结', 上级手机号: head })],
    }
    expect((await applied(changed)).counts).toEqual({
      ...noChange,
      'groups renamed': 1,
      'dealers changed': 1,
      'members changed': 1,
    })
    expect((await applied(changed)).counts).toEqual(noChange)
    expect(
      await query(`select d.name, g.name as group, address, online_policy from dealer d
                   join dealer_group g on g.id = d.group_id where code = 'A1'`),
    ).toEqual([{ name: '西湖店', group: '浙越汽车集团', address: '古墩路1号', online_policy: 3 }])
    expect(
      await query(
        `select m.status, m.modules, s.ended_as from member m join session s on s.member_id = m.id`,
      ),
    ).toEqual([{ status: -1, modules: ['客户管理', '客户离职', '签到'], ended_as: 1 }])
    const audits = await query(
      `select record, detail from audit where action in ('setting', 'member-update')`,
    )
    expect(audits).toHaveLength(3)
    expect(JSON.stringify(audits)).not.toMatch(/1[3-9]\d{9}/)
  })

  it('gives a changed role its modules, removes a superior, and renames no one else', async () => {
    await applied(right)
    const { problems } = await applied({ 成员: [member(seller, '前台', { 上级手机号: '无' })] })
    expect(problems).toEqual([])
    expect(
      await query(
        `select role, modules, handle_front, manager_id from member m join account a on a.id = m.account_id
                   where a.mobile = $1`,
        [seller],
      ),
    ).toEqual([{ role: 7, modules: ['前台流量', '签到'], handle_front: true, manager_id: null }])
  })

  it('assigns the mobiles of a dealer to its new group', async () => {
    await applied(right)
    await query(
      `insert into customer (dealer_id, name, mobile, created_at, created_by)
       select id, '客户', '13700000001', $1, 1 from dealer where code = 'A2'`,
      [now],
    )
    await applied({ 门店: [dealer('A2')] })
    expect(await query(`select mobile from group_mobile`)).toEqual([{ mobile: '13700000001' }])
    await applied({ 门店: [dealer('A2', { 集团: '无' })] }, { overwrite: true })
    expect(await query(`select mobile from group_mobile`)).toEqual([])
  })
})

describe('a member missing from the file', () => {
  const without = { ...right, 成员: right.成员?.filter(({ 手机号 }) => 手机号 !== desk) }

  it('leaves only with --leave, and comes back only frozen and with --overwrite', async () => {
    await applied(right)
    expect((await applied(without)).counts).toEqual(noChange)
    expect((await applied(without, { leave: true })).counts).toEqual({ ...noChange, 'members leaving': 1 })
    expect(await query(`select left_at from member where role = 7`)).toEqual([{ left_at: now }])
    expect((await applied(without, { leave: true })).counts).toEqual(noChange)
    const { problems } = await applied(right)
    expect(problems).toMatchObject([
      { sheet: '成员', row: 5, column: '手机号', text: expect.stringMatching(/^王小明已离职/) as string },
    ])
    expect((await applied(right, { overwrite: true })).counts).toEqual({ ...noChange, 'members new': 1 })
  })

  it('stays while the store still has work of theirs', async () => {
    await applied(right)
    await query(
      `insert into activity (dealer_id, customer_id, deal_id, from_source, type, owner_id, due_at, created_at)
       select dealer_id, 1, 1, 1, 1, id, $1, $1 from member where role = 7`,
      [now],
    )
    const { problems } = await applied(without, { leave: true })
    expect(problems.map(({ text }) => text)).toEqual([expect.stringContaining('请先在成员管理中办理离职')])
    expect(await query(`select left_at from member where role = 7`)).toEqual([{ left_at: null }])
  })
})

describe('an invalid file', () => {
  const wrong: readonly (readonly [name: string, content: Content, problem: readonly unknown[]])[] = [
    [
      'a group twice',
      { 集团: [{ 集团名称: '甲' }, { 集团名称: '甲' }] },
      ['集团', 3, '集团名称', '与第2行重复'],
    ],
    [
      'a renamed group that is not',
      { 集团: [{ 集团名称: '甲', 原名称: '乙' }] },
      ['集团', 2, '原名称', '集团不存在'],
    ],
    [
      'a dealer twice',
      { 门店: [dealer('B1', { 集团: '' }), dealer('B1', { 集团: '' })] },
      ['门店', 3, '门店编码', '与第2行重复'],
    ],
    [
      'a code with signs',
      { 门店: [dealer('B 1', { 集团: '' })] },
      ['门店', 2, '门店编码', '只能是字母、数字、-、_，不超过30个'],
    ],
    [
      'an unknown group',
      { 门店: [dealer('B1', { 集团: '别的' })] },
      ['门店', 2, '集团', '集团不存在，请写入“集团”表'],
    ],
    [
      'an unknown region',
      { 门店: [dealer('B1', { 区县: '火星区' })] },
      ['门店', 2, '区县', expect.stringMatching(/^没有此地区：浙江省杭州市火星区，可填：上城区、.*西湖区/)],
    ],
    [
      'an unknown policy',
      { 门店: [dealer('B1', { 线索策略: 4 })] },
      ['门店', 2, '线索策略', '请填写1、2或3'],
    ],
    [
      'a pool neither yes nor no',
      { 门店: [dealer('B1', { 城市池: '也许' })] },
      ['门店', 2, '城市池', '请填写是或否'],
    ],
    [
      'a long address',
      { 门店: [dealer('B1', { 地址: '长'.repeat(101) })] },
      ['门店', 2, '地址', '不能超过100个字'],
    ],
    ['a name missing', { 门店: [dealer('B1', { 门店名称: '' })] }, ['门店', 2, '门店名称', '请填写门店名称']],
    [
      'an unknown dealer',
      { 成员: [member(seller, '4', { 门店编码: 'ZZ' })] },
      ['成员', 2, '门店编码', '门店不存在'],
    ],
    ['a wrong mobile', { 成员: [member('12345', '4')] }, ['成员', 2, '手机号', '请输入正确的手机号']],
    [
      'a mobile in a name',
      { 成员: [member(seller, '4', { 姓名: '王13900000009' })] },
      ['成员', 2, '姓名', '姓名中不能包含电话号码'],
    ],
    [
      'an unknown role',
      { 成员: [member(seller, '店小二')] },
      [
        '成员',
        2,
        '角色',
        '没有此角色，可填：总经理、投资方负责人、销售经理、客户经理、网销专员、市场经理、前台、试驾专员、集团管理员、库管、投资人、集团DCC、集团督导',
      ],
    ],
    [
      'an unknown module',
      { 成员: [member(seller, '4', { 权限: '客户管理、飞行' })] },
      [
        '成员',
        2,
        '权限',
        '没有此权限：飞行，可填：客户管理、企业管理、前台流量、销售订单、战败审核、订单审核、线索分配、客户离职、签到、库存',
      ],
    ],
    [
      'an unknown state',
      { 成员: [member(seller, '4', { 状态: '休假' })] },
      ['成员', 2, '状态', '请填写正常或冻结'],
    ],
    [
      'a wrong identity number',
      { 成员: [member(seller, '4', { 身份证号码: '123' })] },
      ['成员', 2, '身份证号码', '身份证号码格式不正确'],
    ],
    [
      'a member twice',
      { 成员: [member('13900000009', '4'), member('13900000009', '5')] },
      ['成员', 3, '手机号', '与第2行重复'],
    ],
    [
      'a superior who is not there',
      { 成员: [member(seller, '4', { 上级手机号: '13911112222' })] },
      ['成员', 2, '上级手机号', '该门店没有此成员'],
    ],
    [
      'a frozen superior',
      { 成员: [member(seller, '4', { 上级手机号: desk })] },
      ['成员', 2, '上级手机号', '所选上级已冻结或为集团角色'],
    ],
    [
      'a superior of the group',
      { 成员: [member('13900000015', '15'), member(seller, '4', { 上级手机号: '13900000015' })] },
      ['成员', 3, '上级手机号', '所选上级已冻结或为集团角色'],
    ],
    [
      'oneself as superior',
      { 成员: [member(seller, '4', { 上级手机号: seller })] },
      ['成员', 2, '上级手机号', '上级不能是本人或其下级'],
    ],
    [
      'a circle with who is there',
      { 成员: [member(head, '总经理', { 姓名: '周启明', 上级手机号: seller })] },
      ['成员', 2, '上级手机号', '上级不能是本人或其下级'],
    ],
    [
      'the last admin frozen',
      { 成员: [member(head, '1', { 门店编码: 'A2', 状态: '冻结' })] },
      ['成员', 2, '角色', 'A2：门店至少保留一名正常状态的管理员'],
    ],
  ]

  it.each(wrong)(
    '%s is reported by sheet, row and column, and nothing is written',
    async (_, content, problem) => {
      await applied(right)
      const before = await snapshot()
      // A valid row beside it is not written either.
      const changed = { ...content, 门店: [...(content.门店 ?? []), dealer('C1', { 集团: '' })] }
      const { problems } = await applied(changed)
      const [sheet, row, column, text] = problem
      expect(problems).toEqual([{ sheet, row, column, text }])
      expect(await snapshot()).toEqual(before)
    },
  )

  it('reports all problems at once in order', async () => {
    const { problems } = await applied({
      成员: [member('1', '99', { 门店编码: 'B1' }), member('13900000001', '4', { 门店编码: 'B1' })],
      门店: [dealer('B1', { 区县: '火星区', 线索策略: 7, 集团: '' })],
    })
    expect(problems.map(({ sheet, row, column }) => `${sheet}${row}${column}`)).toEqual([
      '门店2区县',
      '门店2线索策略',
      '成员2手机号',
      '成员2角色',
      '成员3角色',
    ])
  })

  it('reports every problem even if others exist', async () => {
    const { problems } = await applied({
      集团: [{ 集团名称: '甲' }, { 集团名称: '甲', 原名称: '乙' }],
      门店: [
        dealer('B1', { 集团: '' }),
        dealer('B1', { 集团: '', 线索策略: 7 }),
        dealer('', { 集团: '', 城市池: '也许' }),
      ],
      成员: [
        member('13900000011', '1', { 门店编码: 'B1' }),
        member('13900000011', '店小二', { 门店编码: 'B1', 上级手机号: '13900000019' }),
        // The dealer is missing; its members are still checked.
        member('12345', '4', { 门店编码: 'ZZ' }),
        member('13900000012', '店小二', { 门店编码: 'ZZ' }),
        member('13900000013', '4', { 门店编码: 'ZZ', 上级手机号: '13900000014' }),
        member('13900000014', '4', { 门店编码: 'ZZ', 上级手机号: '13900000013' }),
        member('13900000015', '4', { 门店编码: '', 状态: '休假' }),
        // Checked without a valid mobile too.
        member('', '4', { 门店编码: 'B1', 上级手机号: '13900000018' }),
      ],
      线索来源: [
        { 来源名称: '甲', 渠道: '品牌官网' },
        { 来源名称: '甲', 渠道: '月球' },
      ],
    })
    expect(problems.map(({ sheet, row, column }) => `${sheet}${row}${column}`)).toEqual([
      '集团3集团名称',
      '门店3门店编码',
      '门店3线索策略',
      '门店4门店编码',
      '门店4城市池',
      '成员3手机号',
      '成员3角色',
      '成员3上级手机号',
      '成员4门店编码',
      '成员4手机号',
      '成员5门店编码',
      '成员5角色',
      '成员6门店编码',
      '成员6上级手机号',
      '成员7门店编码',
      '成员7上级手机号',
      '成员8门店编码',
      '成员8状态',
      '成员9手机号',
      '成员9上级手机号',
      '线索来源3来源名称',
      '线索来源3渠道',
    ])
  })

  it('is reported for unknown sheets and columns', async () => {
    const { problems } = await applied({ 经销商: [{ 名称: 'x' }], 集团: [{ 集团: '甲' }] })
    expect(problems.map(({ sheet, row, column, text }) => [sheet, row, column, text])).toEqual([
      ['集团', 1, '集团名称', '缺少此列'],
      ['集团', 1, '集团', '没有此列'],
      ['集团', 2, '集团名称', '请填写集团名称'],
      ['经销商', 0, '', '工作表不存在，应为：集团、门店、成员、线索来源'],
    ])
  })

  it('that cannot be read is rejected with the reason', async () => {
    const none = path.join(folder, 'none.xlsx')
    writeFileSync(none, 'no workbook')
    await expect(apply(none)).rejects.toThrow(Unreadable)
    await expect(apply(path.join(folder, 'absent.xlsx'))).rejects.toThrow(Unreadable)
    await expect(applied([1])).rejects.toThrow(Unreadable)
    await expect(applied({})).rejects.toThrow(Unreadable)
  })
})

describe('a lead source', () => {
  const source = { 来源名称: '车友之窗', 渠道: '10' }
  const sources = () => query('select name, source_id, rate, active from lead_source order by id')

  it('gets a key and a secret, printed once, and keeps them', async () => {
    const first = await applied({ 线索来源: [source] })
    expect(first.problems).toEqual([])
    expect(first.counts).toMatchObject({ 'lead sources new': 1 })
    const [, key = '', secret = ''] = /key (\S+) {2}secret (\S+)/.exec(first.notes.join('')) ?? []
    const [kept] = await query('select key, sealed_secret as sealed from lead_source')
    expect(kept.key).toBe(key)
    expect(unseal(serverSecret, kept.sealed)).toBe(secret)
    expect(await applied({ 线索来源: [source] })).toMatchObject({
      counts: { 'lead sources new': 0, 'lead sources changed': 0 },
      notes: [],
    })
    const changed = await applied({ 线索来源: [{ ...source, 每秒上限: 50, 状态: '停用' }] })
    expect(changed).toMatchObject({ counts: { 'lead sources changed': 1 }, notes: [] })
    expect(await sources()).toEqual([{ name: '车友之窗', source_id: 10, rate: 50, active: false }])
  })

  it('is not created in a dry run', async () => {
    expect((await applied({ 线索来源: [source] }, { dryRun: true })).notes).toEqual([])
    expect(await sources()).toEqual([])
  })

  it.each([
    [{ ...source, 渠道: '没有' }, '渠道', expect.stringMatching(/^没有此渠道，可填：.*城市池/) as string],
    [{ ...source, 每秒上限: '0' }, '每秒上限', '请填写1到999999的整数'],
    [{ ...source, 状态: '关' }, '状态', '请填写启用或停用'],
  ] as const)('reports %j', async (row, column, text) => {
    const { problems } = await applied({ 线索来源: [row] })
    expect(problems).toEqual([{ sheet: '线索来源', row: 2, column, text }])
    expect(await sources()).toEqual([])
  })
})

it('the template has every column, reads as empty, and never overwrites a file', async () => {
  const file = path.join(folder, 'template.xlsx')
  await writeTemplate(file, networkSheets)
  const book = await readBook(file, networkSheets)
  expect(book.problems).toEqual([])
  expect(networkSheets.flatMap(({ name }) => book.rows(name))).toEqual([])
  await expect(writeTemplate(file, networkSheets)).rejects.toThrow(Unreadable)
})

it('the examples of the template form a valid file, and its guide lists roles, modules and channels', async () => {
  const examples = Object.fromEntries(
    networkSheets.map(({ name, columns }) => [
      name,
      [Object.fromEntries(columns.map(({ heading, example }) => [heading, example]))],
    ]),
  )
  const { problems, counts } = await applied(examples, { dryRun: true })
  expect(problems).toEqual([])
  expect(counts).toMatchObject({ 'groups new': 1, 'dealers new': 1, 'members new': 1, 'lead sources new': 1 })
  const file = path.join(folder, 'guide.xlsx')
  await writeTemplate(file, networkSheets)
  const read = await readXlsx({ bytes: readFileSync(file), maxUnpackedBytes: 1e7, maxRows: 1000 })
  const guide = JSON.stringify('sheets' in read && read.sheets.find(({ name }) => name === '填写说明'))
  for (const name of ['客户经理', '集团督导', '战败审核', '短视频直播间']) expect(guide).toContain(name)
})

it('two concurrent files are both applied', async () => {
  await Promise.all([applied(right), applied(right), applied({ 集团: [{ 集团名称: '别的集团' }] })])
  expect(await query('select name from dealer_group order by name')).toHaveLength(2)
  expect(await query('select count(*)::int as n from member')).toEqual([{ n: 5 }])
})

it('an invited member sets a password and signs in', async () => {
  const app = await createTestApp()
  try {
    await applyNetwork(
      app.databaseUrl,
      jsonOf(right),
      { dryRun: false, leave: false, overwrite: false, serverSecret },
      app.now(),
    )
    const invited = { serverSecret: testSecret, now: app.now() }
    const codes = await inviteMember(app.databaseUrl, seller, invited)
    const newPassword = sha256Hex('Kx9!long-enough')
    const reset = await app.post(access.resetPassword, '', {
      mobile: seller,
      smsCode: codes?.password ?? '',
      newPassword,
    })
    expect(reset).toMatchObject({ status: '0' })
    const login = { mobile: seller, password: newPassword, smsCode: reset.smsCode ?? '' }
    expect(await app.post(access.loginWithSmsCode, '', login)).toMatchObject({ status: '0' })
    expect(await app.post(access.loginWithSmsCode, '', login)).toMatchObject({ status: '-1' })
    expect(await inviteMember(app.databaseUrl, '13911110009', invited)).toBeUndefined()
  } finally {
    await app.close()
  }
})

it('300 dealers with 6,000 members take less than a minute', async () => {
  const dealers = Array.from({ length: 300 }, (_, at) => dealer(`N${at}`))
  const mobile = (at: number, seat: number): string => `150${String(at * 20 + seat).padStart(8, '0')}`
  const members = dealers.flatMap((_, at) =>
    Array.from({ length: 20 }, (__, seat) =>
      member(mobile(at, seat), seat === 0 ? '总经理' : '客户经理', {
        门店编码: `N${at}`,
        ...(seat > 0 && { 上级手机号: mobile(at, 0) }),
      }),
    ),
  )
  const file = await workbookOf({ 集团: [{ 集团名称: '浙越集团' }], 门店: dealers, 成员: members })
  const started = performance.now()
  expect((await apply(file)).counts).toMatchObject({ 'dealers new': 300, 'members new': 6_000 })
  const seconds = (performance.now() - started) / 1_000
  process.stdout.write(`300 dealers, 6,000 members: ${seconds.toFixed(1)} s\n`)
  expect(seconds).toBeLessThan(60)
  expect((await apply(file)).counts).toEqual(noChange)
}, 120_000)

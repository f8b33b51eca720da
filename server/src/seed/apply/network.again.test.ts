import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, testSecret } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { unseal } from '../../platform/config/seal.ts'
import { hashToken } from '../../platform/session/gate.ts'
import { sealedFor } from '../../platform/texts/deliver.ts'
import { buildMember } from '../../team/team.factory.ts'
import { applyNetwork } from './apply.ts'
import { networkSheets } from './network.sheets.ts'

/** A file that is applied again never undoes what was changed since, in the product or by a later file. */

type Line = Readonly<Record<string, string | number>>
type Content = Readonly<Partial<Record<(typeof networkSheets)[number]['name'], readonly Line[]>>>
type Switches = Partial<Record<'dryRun' | 'leave' | 'overwrite', boolean>>

let app: TestApp
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'showroom-again-'))
  app = await createTestApp()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await app.close()
})

let count = 0
async function apply(content: Content, options: Switches = {}) {
  const file = path.join(folder, `${(count += 1)}.json`)
  writeFileSync(file, JSON.stringify(content))
  const plain = { dryRun: false, leave: false, overwrite: false, serverSecret: testSecret }
  const { problems, lines, counts } = await applyNetwork(
    app.databaseUrl,
    file,
    { ...plain, ...options },
    app.now(),
  )
  const cells = problems.map(({ sheet, row, column, text }) => `${sheet}${row}${column} ${text}`)
  const changes = Object.entries(counts).filter(([, total]) => total > 0)
  return { cells, lines, changes: Object.fromEntries(changes) }
}

/** A network of one group and store, with its own names and numbers. */
function network(letter: string) {
  const mobile = (seat: number): string => `1380000${letter.codePointAt(0)}${String(seat).padStart(2, '0')}`
  const group = { 集团名称: `${letter}集团` }
  const store = {
    门店编码: letter,
    门店名称: `${letter}店`,
    集团: `${letter}集团`,
    省份: '广东省',
    城市: '东莞市',
    区县: '南城街道',
    地址: '旧路1号',
    线索策略: 1,
    城市池: '否',
  }
  const seat = (number: number, 姓名: string, 角色: string, rest: Line = {}): Line => ({
    门店编码: letter,
    手机号: mobile(number),
    姓名,
    角色,
    ...rest,
  })
  const head = seat(1, '周启明', '总经理')
  const seller = seat(2, '王小明', '客户经理', {
    上级手机号: mobile(1),
    权限: '客户管理',
    状态: '正常',
    人事账号: 'S1',
    人事岗位: '顾问',
  })
  const source = { 来源名称: `${letter}之窗`, 渠道: '10', 每秒上限: 100, 状态: '启用' }
  return { mobile, group, store, head, seller, source }
}
const contentOf = ({ group, store, head, seller, source }: ReturnType<typeof network>) =>
  ({ 集团: [group], 门店: [store], 成员: [head, seller], 线索来源: [source] }) satisfies Content

const dealerIdOf = async (code: string): Promise<number> =>
  (await app.db.selectFrom('dealer').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
const membersOf = (code: string) =>
  app.db
    .selectFrom('member as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .innerJoin('dealer as d', 'd.id', 'm.dealer_id')
    .select(['m.id', 'a.mobile', 'm.name', 'm.status', 'm.left_at', 'm.account_id'])
    .where('d.code', '=', code)
    .orderBy('m.id')
    .execute()

/** Signs a member in and returns the token. */
async function openSession(
  dealer_id: number,
  member: { readonly id: number; readonly account_id: number } | undefined,
): Promise<string> {
  const token = `token of ${member?.id}`
  const [created_at, last_seen_at] = [app.now(), app.now()]
  const of = { dealer_id, member_id: member?.id ?? 0, account_id: member?.account_id ?? 0 }
  await app.db
    .insertInto('session')
    .values({ token_hash: hashToken(token), ...of, created_at, last_seen_at })
    .execute()
  return token
}

/** Another value for each column that sets a field, and in which sheet. */
const others: Readonly<Record<string, Line>> = {
  门店: {
    门店名称: '新店名',
    集团: '无',
    省份: '浙江省',
    城市: '杭州市',
    区县: '西湖区',
    地址: '新路2号',
    线索策略: 3,
    城市池: '是',
  },
  成员: {
    姓名: '王大明',
    角色: '前台',
    上级手机号: '无',
    权限: '前台流量',
    状态: '冻结',
    人事账号: 'S2',
    人事岗位: '前台',
  },
  线索来源: { 渠道: '1', 每秒上限: 50, 状态: '停用' },
}

it('refuses each value that was changed after a file gave it, by sheet, row and column', async () => {
  const first = network('A')
  expect(await apply(contentOf(first))).toMatchObject({ cells: [] })
  const later = {
    ...first,
    store: { ...first.store, ...others.门店 },
    seller: { ...first.seller, ...others.成员 },
    source: { ...first.source, ...others.线索来源 },
  }
  const { lines } = await apply(contentOf(later), { dryRun: true })
  expect(lines).toContain('门店 A 新店名  集团：A集团 → 无')
  expect(lines).toContain('成员 A 138****6502 王大明  上级手机号：138****6501 → 无')
  expect(lines).toContain('线索来源 A之窗  状态：启用 → 停用')
  expect(lines.join('')).not.toMatch(/1[3-9]\d{9}/)
  expect(await apply(contentOf(later))).toMatchObject({ cells: [], changes: { 'members changed': 1 } })

  const fields = networkSheets.flatMap(({ name, columns }) =>
    columns.flatMap((column) =>
      'key' in column && !('identifies' in column) ? [`${name} ${column.heading}`] : [],
    ),
  )
  expect(
    Object.entries(others).flatMap(([sheet, line]) => Object.keys(line).map((one) => `${sheet} ${one}`)),
  ).toEqual(fields)
  expect(lines).toHaveLength(fields.length)
  const refused = await apply(contentOf(first))
  expect(refused.cells.map((cell) => cell.replace(/\d+/, ' ').split(' ', 2).join(' '))).toEqual(fields)
  expect(refused.cells).toContain(
    '成员3状态 现为“冻结”，导入本值后又有修改；请填现值或留空，确要改为“正常”请加 --overwrite',
  )
  expect(await apply(contentOf(later))).toMatchObject({ cells: [], changes: {} })
  expect(await apply(contentOf(first), { overwrite: true })).toMatchObject({
    cells: [],
    changes: { 'dealers changed': 1, 'members changed': 1, 'lead sources changed': 1 },
  })
})

it('keeps a group that was renamed, and its stores', async () => {
  const first = network('B')
  await apply(contentOf(first))
  const renamed = { 集团: [{ 集团名称: '北方集团', 原名称: 'B集团' }] }
  expect((await apply(renamed, { dryRun: true })).lines).toEqual([
    '集团 北方集团  集团名称：B集团 → 北方集团',
  ])
  await apply(renamed)
  expect((await apply(contentOf(first))).cells).toEqual([
    '集团2集团名称 集团已改名为“北方集团”',
    '门店2集团 集团已改名为“北方集团”',
  ])
  expect(await apply(renamed)).toMatchObject({ cells: [], changes: {} })
  // A file from between the two names.
  await apply({ 集团: [{ 集团名称: 'B集团', 原名称: '北方集团' }] }, { overwrite: true })
  expect((await apply(renamed)).cells).toEqual([
    '集团2集团名称 现为“B集团”，导入本值后又有修改；请填现值或留空，确要改为“北方集团”请加 --overwrite',
  ])
})

it('keeps what member management and the settings changed', async () => {
  const first = network('C')
  await apply(contentOf(first))
  const dealerId = await dealerIdOf('C')
  const admin = await buildMember(app.db, app.now(), {
    dealerId,
    role: 1,
    modules: ['客户管理', '企业管理', '客户离职'],
  })
  const [, seller] = await membersOf('C')
  const changed = await app.post(rooms.team.memberUpdate, admin.token, {
    memberId: seller?.id,
    name: '王小明',
    mobile: '13900009902',
    isNewPerson: false,
    role: 6,
    modules: '客户管理',
    siebelId: 'S1',
    siebelPosition: '顾问',
    topUserId: 0,
    downUserIds: '',
    status: -1,
  })
  expect(changed).toMatchObject({ status: '0' })
  expect(await app.post(rooms.setting.switchCityPool, admin.token, { dealerId, enable: 1 })).toMatchObject({
    status: '0',
  })
  expect(await app.post(rooms.setting.updateAddress, admin.token, { address: '新路2号' })).toMatchObject({
    status: '0',
  })
  for (const leave of [false, true])
    expect((await apply(contentOf(first), { leave })).cells).toEqual([
      '门店2地址 现为“新路2号”，导入本值后又有修改；请填现值或留空，确要改为“旧路1号”请加 --overwrite',
      '门店2城市池 现为“是”，导入本值后又有修改；请填现值或留空，确要改为“否”请加 --overwrite',
      '成员3手机号 王小明的手机号已改为139****9902；请填现手机号',
    ])
  const corrected = { ...first.seller, 手机号: '13900009902' }
  expect((await apply({ 成员: [corrected] })).cells.map((cell) => cell.split(' ')[0])).toEqual([
    '成员2角色',
    '成员2上级手机号',
    '成员2状态',
  ])
  expect(await membersOf('C')).toHaveLength(3)
})

it('moves a member whose row names the former number, once', async () => {
  const first = network('D')
  await apply(contentOf(first))
  const [, seller] = await membersOf('D')
  const token = await openSession(await dealerIdOf('D'), seller)
  const below = { ...first.seller, 手机号: '13900009904', 姓名: '何雨桐', 上级手机号: first.mobile(2) }
  await apply({ 成员: [below] })
  const moved = { ...first.seller, 手机号: '13900009903', 原手机号: first.mobile(2) }
  const rows = { 成员: [moved, below] }
  expect((await apply(rows, { dryRun: true })).lines).toEqual([
    '成员 D 139****9903 王小明  手机号：138****6802 → 139****9903',
  ])
  expect(await apply(rows)).toMatchObject({ cells: [], changes: { 'members changed': 1 } })
  expect(await apply({ 成员: [moved] })).toMatchObject({ cells: [], changes: {} })
  expect(await membersOf('D')).toMatchObject([
    { mobile: first.mobile(1) },
    { id: seller?.id, mobile: '13900009903', name: '王小明', status: 0 },
    { mobile: '13900009904' },
  ])
  expect(await app.post(rooms.access.profile, token, {})).toMatchObject({
    detail: '您的手机号已变更，请用新手机号登录',
  })
  const audits = await app.db
    .selectFrom('audit')
    .select('detail')
    .where('record', '=', `member:${seller?.id}`)
    .where('action', '=', 'member-update')
    .execute()
  expect(audits).toEqual([
    {
      detail: {
        mobile: { from: '138****6802', to: '139****9903' },
        isNewPerson: false,
        source: 'npm run network',
      },
    },
  ])
  const { text } = await app.db
    .selectFrom('notice')
    .select('text')
    .where('dealer_id', '=', await dealerIdOf('D'))
    .executeTakeFirstOrThrow()
  expect(text).toBe('运营方将王小明的登录手机号由138****6802改为139****9903')
  const texts = await app.db
    .selectFrom('sms_outbox')
    .select(['mobile', 'sealed'])
    .where('dealer_id', '=', await dealerIdOf('D'))
    .orderBy('id')
    .execute()
  expect(
    texts.map(({ mobile, sealed }) => [mobile, unseal(testSecret, sealed ?? Buffer.of(), sealedFor)]),
  ).toEqual([
    [first.mobile(2), expect.stringContaining('已由运营方改为139****9903，本号码不能再登录该门店')],
    ['13900009903', expect.stringContaining('的登录手机号已改为本号码')],
  ])
  // The file from before, and rows that name two people or no one.
  expect((await apply(contentOf(first))).cells).toEqual([
    '成员3手机号 王小明的手机号已改为139****9903；请填现手机号',
  ])
  const wrong = [
    { ...moved, 原手机号: first.mobile(1) },
    { ...moved, 手机号: '13900009905', 原手机号: '13900009906' },
    { ...moved, 手机号: '13900009907', 原手机号: '12' },
  ]
  expect((await apply({ 成员: wrong })).cells.map((cell) => cell.slice(3))).toEqual([
    '原手机号 两个号码都是该门店的成员',
    '原手机号 该门店没有此成员',
    '原手机号 请输入正确的手机号',
  ])
})

it('makes no active member of a number that another account held', async () => {
  const first = network('E')
  await apply(contentOf(first))
  const used = `此号码曾属于王小明，不直接成为正常状态的成员`
  const other = { ...network('F').store, 集团: '无' }
  const seat = { ...first.head, 门店编码: 'F' }
  const recycled = { ...first.seller, 门店编码: 'F', 姓名: '李新', 上级手机号: '' }
  const file = (line: Line): Content => ({ 门店: [other], 成员: [seat, line] })
  // The head works at both stores; the seller's number belongs to another name.
  expect((await apply(file(recycled))).cells).toEqual([expect.stringContaining(used)])
  expect(await apply(file({ ...recycled, 状态: '冻结' }))).toMatchObject({ cells: [] })
  expect((await membersOf('F')).map(({ name, status }) => [name, status])).toEqual([
    ['周启明', 0],
    ['李新', -1],
  ])
  // A file does not bring back a former member.
  await app.db
    .updateTable('member')
    .set({ left_at: app.now() })
    .where('dealer_id', '=', await dealerIdOf('E'))
    .where('name', '=', '王小明')
    .execute()
  expect((await apply(contentOf(first))).cells).toEqual([expect.stringMatching(/^成员3手机号 王小明已离职/)])
  expect((await apply(contentOf(first), { overwrite: true })).cells).toEqual([expect.stringContaining(used)])
})

it('asks before it changes what no file set, and names the districts of a city', async () => {
  const { store } = network('G')
  const member = await buildMember(app.db, app.now(), { role: 1, name: '秦朗' })
  const { code } = await app.db
    .selectFrom('dealer')
    .select('code')
    .where('id', '=', member.dealerId)
    .executeTakeFirstOrThrow()
  const line = { 门店编码: code, 手机号: member.mobile, 姓名: '秦明', 角色: '总经理' }
  expect((await apply({ 成员: [line] })).cells).toEqual([
    '成员2姓名 现为“秦朗”，首次由文件设置；请填现值或留空，确要改为“秦明”请加 --overwrite',
  ])
  expect(await apply({ 成员: [line] }, { overwrite: true })).toMatchObject({
    changes: { 'members changed': 1 },
  })
  const places = [
    { ...store, 集团: '无', 区县: '东莞市' },
    { ...store, 门店编码: 'G2', 集团: '无', 城市: '东莞' },
    { ...store, 门店编码: 'G3', 集团: '无', 省份: '粤' },
  ]
  const { cells } = await apply({ 门店: places })
  expect(cells[0]).toMatch(/^门店2区县 没有此地区：广东省东莞市东莞市，可填：.*南城街道/)
  expect(cells[1]).toMatch(/^门店3城市 没有此地区：广东省东莞，可填：广州市.*东莞市/)
  expect(cells[2]).toMatch(/^门店4省份 没有此地区：粤，可填：北京市.*广东省/)
  const area = networkSheets[1].columns.find(({ heading }) => heading === '区县')
  for (const name of ['东莞市（', '南城街道', '中山市（', '儋州市（', '嘉峪关市（'])
    expect(area?.hint).toContain(name)
})

it('takes the people of the former group away from a store that changes hands', async () => {
  const [old, sold, kept] = [network('H'), network('I'), network('J')]
  const inGroup = (one: typeof old) => ({ ...one.store, 集团: 'H集团' })
  const groupAdmin = { 手机号: '13900009920', 姓名: '何集团', 角色: '集团管理员' }
  const boss = { 手机号: '13900009921', 姓名: '毛投资', 角色: '投资方负责人' }
  const seats = (code: string) => [groupAdmin, boss].map((line) => ({ 门店编码: code, ...line }))
  const staff = { ...sold.seller, 上级手机号: '13900009921' }
  await apply({
    集团: [old.group, { 集团名称: '南方集团' }],
    门店: [inGroup(old), inGroup(sold), inGroup(kept)],
    成员: [old.head, ...seats('H'), sold.head, ...seats('I'), staff, kept.head],
  })
  const dealerId = await dealerIdOf('I')
  const admin = (await membersOf('I')).find(({ name }) => name === '何集团')
  const token = await openSession(dealerId, admin)
  expect(await app.post(rooms.access.profile, token, { dealerId })).toMatchObject({ status: '0' })

  const sale = { ...inGroup(sold), 集团: '南方集团' }
  expect((await apply({ 门店: [sale], 成员: [sold.head, ...seats('I')] })).cells).toEqual([
    '成员3手机号 何集团属于原集团“H集团”，随集团变更离开本店，请删除此行',
    '成员4手机号 毛投资属于原集团“H集团”，随集团变更离开本店，请删除此行',
  ])
  expect((await apply({ 门店: [sale] }, { dryRun: true })).lines).toEqual([
    '门店 I I店  集团：H集团 → 南方集团',
    '成员 I 139****9920 何集团  离职',
    '成员 I 139****9921 毛投资  离职',
  ])
  expect(await apply({ 门店: [sale] })).toMatchObject({ cells: [], changes: { 'members leaving': 2 } })
  expect((await membersOf('I')).flatMap(({ name, left_at }) => (left_at ? name : [])).toSorted()).toEqual([
    '何集团',
    '毛投资',
  ])
  expect(await app.post(rooms.access.profile, token, { dealerId })).toMatchObject({ code: 100 })
  // They work on at the other stores of their group, and the older file brings neither store nor people back.
  expect((await membersOf('H')).every(({ left_at }) => left_at === null)).toBe(true)
  expect(
    (await apply({ 门店: [inGroup(sold)], 成员: seats('I') })).cells.map((cell) => cell.split(' ')[0]),
  ).toEqual(['门店2集团', '成员2手机号', '成员3手机号'])
})

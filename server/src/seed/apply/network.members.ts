import { isAdminRole, storeReaders, switchingRoles } from '@showroom/contract/access/access.rules'
import { moduleNames } from '@showroom/contract/kernel/call'
import { judge } from '@showroom/contract/kernel/judge'
import { maskMobile } from '@showroom/contract/kernel/mask'
import { isGroupRole, makesCycle, memberTexts, completeModules } from '@showroom/contract/team/member.rules'
import { EditableMember, MemberVerify } from '@showroom/contract/team/member.schema'
import type { Book, Row } from './book.ts'
import { cellOr, digestOf, firstOf, isChanged, namesOf } from './rows.ts'
import type { Effect, Options, Report } from './rows.ts'
import { thingOf } from './network.state.ts'
import type { Member, State } from './network.state.ts'

/** Plans the changes of teams by the rules of member management. */

/** A member with the mobile of the superior, as it is after the import; empty for none. */
export type Seated = Member & { readonly superior: string }
/** A member after the import; new if `before` is undefined. */
export interface MemberChange extends Effect {
  readonly dealerCode: string
  readonly mobile: string
  readonly name: string
  readonly identifyNo: string
  readonly role: number
  readonly modules: readonly string[]
  /** Mobile of the superior at the same dealer; empty for none. */
  readonly superior: string
  readonly status: number
  readonly siebelId: string
  readonly siebelPosition: string
  readonly before: Seated | undefined
}
export interface MemberPlan {
  /** New and changed members. */
  readonly members: readonly MemberChange[]
  /** All members of the file. */
  readonly effects: readonly MemberChange[]
  readonly leavers: readonly Member[]
}

/** All members of one dealer after the import. */
interface Team {
  readonly code: string
  /** The dealer is neither in the file nor in the database; its members are still checked. */
  readonly isMissing?: true
  /** By mobile. */
  readonly before: Map<string, Seated>
  /** Former members. */
  readonly former: Member[]
  readonly rows: { readonly row: Row; readonly after: MemberChange }[]
}

export function planMembers(
  book: Book,
  state: State,
  options: Options & { readonly sold: Sold },
  report: Report,
): MemberPlan {
  const teams = new Map<string, Team>()
  const inFile = new Set(book.rows('门店').flatMap((row) => row.cell('门店编码') || []))
  const codes = new Map([...state.dealers.values()].map(({ id, code }) => [id, code]))
  const newMobiles = readNewMobiles(book, state, codes)
  const mobileOf = new Map(
    state.members.map(({ id, dealerId, mobile }) => [
      id,
      newMobiles.get(seatOf(codes.get(dealerId), mobile)) ?? mobile,
    ]),
  )
  for (const code of [...inFile, ...state.dealers.keys()])
    teams.set(code, { code, before: new Map(), former: [], rows: [] })
  for (const member of state.members) {
    const superior = mobileOf.get(member.managerId) ?? ''
    teams.get(codes.get(member.dealerId) ?? '')?.before.set(member.mobile, { ...member, superior })
  }
  for (const member of state.leavers) teams.get(codes.get(member.dealerId) ?? '')?.former.push(member)
  const seen = new Map<string, number>()
  for (const row of book.rows('成员')) {
    const code = row.cell('门店编码')
    const team: Team = teams.get(code) ?? { code, isMissing: true, before: new Map(), former: [], rows: [] }
    teams.set(code, team)
    if (team.isMissing && code !== '') report(row, '门店编码', '门店不存在')
    if (state.dealers.get(code)?.isGone) report(row, '门店编码', goneText)
    const after = readMember(row, team, state, newMobiles, report)
    if (after.mobile !== '')
      firstOf(seen, seatOf(code, after.before?.mobile ?? after.mobile), row, '手机号', report)
    checkNumber(after, team, state, options, report)
    team.rows.push({ row, after })
  }
  const leavers = [...teams.values()].flatMap((team) => {
    const given = checkTeam(team, options.leave, report)
    return [...new Set([...given, ...checkSold(team, state, options.sold, report)])]
  })
  const effects = [...teams.values()].flatMap(({ rows }) => rows.map(({ after }) => after))
  return { members: effects.filter(isChanged), effects, leavers }
}

/** A row of a store that is merged or removed, as in a file from before. */
export const goneText = '该门店已合并或移除，请删除此行'

const seatOf = (code: string | undefined, mobile: string): string => `${code ?? ''} ${mobile}`
const mobileIn = (row: Row, column: string): string =>
  judge(MemberVerify.shape.mobile, row.cell(column)).data ?? ''

/** New mobiles of members whose rows name the former one, by `seatOf` that. */
function readNewMobiles(
  book: Book,
  { members }: State,
  codes: ReadonlyMap<number, string>,
): ReadonlyMap<string, string> {
  const seats = new Set(members.map(({ dealerId, mobile }) => seatOf(codes.get(dealerId), mobile)))
  return new Map(
    book.rows('成员').flatMap((row) => {
      const [code, mobile] = [row.cell('门店编码'), mobileIn(row, '手机号')]
      const seat = seatOf(code, mobileIn(row, '原手机号'))
      return mobile !== '' && seats.has(seat) && !seats.has(seatOf(code, mobile)) ? [[seat, mobile]] : []
    }),
  )
}

/** Checks 原手机号, and a number that no member of the store has yet. */
function checkNumber(
  { row, mobile, name, status, before }: MemberChange,
  { before: team, former }: Team,
  { accounts, given }: State,
  { overwrite }: Options,
  report: Report,
): void {
  const old = mobileIn(row, '原手机号')
  if (row.cell('原手机号') !== '' && old === '') return report(row, '原手机号', '请输入正确的手机号')
  if (mobile === '') return
  if (before?.mobile === mobile) {
    if (old !== mobile && team.has(old)) report(row, '原手机号', '两个号码都是该门店的成员')
    return
  }
  if (old !== '' && !before) return report(row, '原手机号', '该门店没有此成员')
  const digest = digestOf('mobile', mobile)
  const held = [...team.values(), ...former].find(({ id }) => given.get(thingOf('成员', id))?.has(digest))
  if (held && !before && !overwrite)
    return report(
      row,
      '手机号',
      held.hasLeft
        ? `${held.name}已离职；重新入职请在成员管理中添加，或加 --overwrite 并填状态“冻结”`
        : `${held.name}的手机号已改为${maskMobile(held.mobile)}；请填现手机号`,
    )
  const account = accounts.get(mobile)
  const isOwn = account?.names.includes(name) === true && (before !== undefined || account.isAtWork)
  const wasHere = former.some((one) => one.mobile === mobile)
  if (account && status === 0 && (!isOwn || (wasHere && !before)))
    report(
      row,
      '手机号',
      `此号码曾属于${account.names[0] ?? ''}，不直接成为正常状态的成员；请先填状态“冻结”，由门店管理员核实后恢复正常`,
    )
}

const statuses = new Map([
  ['正常', 0],
  ['冻结', -1],
])
const words = (text: string): string[] => text.split(/[、,，;；\s]+/).filter(Boolean)

/** Parses a row into a member; the mobile is empty if invalid. */
function readMember(
  row: Row,
  team: Team,
  state: State,
  newMobiles: ReadonlyMap<string, string>,
  report: Report,
): MemberChange {
  const { shape } = MemberVerify
  const judged = (column: string, schema: (typeof shape)['mobile' | 'name' | 'identifyNo']): string => {
    const { data, error } = judge(schema, row.cell(column))
    // A missing value is reported with the sheet's other empty cells.
    if (error && row.cell(column) !== '') report(row, column, error.issues[0]?.message ?? '')
    return data ?? ''
  }
  const mobile = judged('手机号', shape.mobile)
  const name = judged('姓名', shape.name)
  const before = team.before.get(mobile) ?? team.before.get(mobileIn(row, '原手机号'))
  const identifyNo = row.cell('身份证号码') === '' ? '' : judged('身份证号码', shape.identifyNo)
  const role = state.roles.get(row.cell('角色'))
  if (!role && row.cell('角色') !== '') report(row, '角色', `没有此角色，可填：${namesOf(state.roles)}`)
  const chosen = words(row.cell('权限'))
  const unknown = chosen.filter((one) => !(moduleNames as readonly string[]).includes(one))
  if (unknown.length > 0)
    report(row, '权限', `没有此权限：${unknown.join('、')}，可填：${moduleNames.join('、')}`)
  const status = row.cell('状态')
  if (status !== '' && !statuses.has(status)) report(row, '状态', '请填写正常或冻结')
  const siebel = (column: string, key: 'siebelId' | 'siebelPosition'): string => {
    const { data, error } = judge(EditableMember.shape[key], row.cell(column))
    if (error) report(row, column, error.issues[0]?.message ?? '')
    return (data ?? '') || (before?.[key] ?? '')
  }
  const superior = cellOr(
    row.cell('上级手机号'),
    (text) => {
      const given = readSuperior(text, row, report)
      return newMobiles.get(seatOf(team.code, given)) ?? given
    },
    '',
    before?.superior ?? '',
  )
  return {
    row,
    dealerCode: team.code,
    mobile,
    name,
    identifyNo,
    role: role?.role ?? 0,
    modules: modulesOf(chosen, role?.modules ?? [], before, role?.role),
    superior,
    status: statuses.get(status) ?? before?.status ?? 0,
    siebelId: siebel('人事账号', 'siebelId'),
    siebelPosition: siebel('人事岗位', 'siebelPosition'),
    before,
  }
}

function readSuperior(text: string, row: Row, report: Report): string {
  const { data, error } = judge(MemberVerify.shape.mobile, text)
  if (error) report(row, '上级手机号', error.issues[0]?.message ?? '')
  return data ?? ''
}

/** Hidden modules can be granted here but are never revoked, as no form shows them. */
function modulesOf(
  chosen: readonly string[],
  usual: readonly string[],
  before: Member | undefined,
  role: number | undefined,
): readonly string[] {
  if (before && chosen.length === 0 && role === before.role) return before.modules
  const given = chosen.length > 0 ? chosen : usual
  return completeModules(given, [...given, ...usual, ...(before?.modules ?? [])])
}

/** Returns the members who leave. Also reports problems of the team as a whole: superiors, cycles, the last admin, open work of leavers. */
function checkTeam(team: Team, leave: boolean, report: Report): Member[] {
  const { rows, before } = team
  if (rows.length === 0) return []
  const members = rows.filter(({ after }) => after.mobile !== '')
  const named = new Set(rows.map(({ after }) => after.before?.mobile ?? after.mobile))
  const others = [...before.values()].filter(({ mobile }) => !named.has(mobile))
  const leavers = leave ? others : []
  const staying = leave ? [] : others
  const seats = new Map<string, { role: number; status: number; superior: string }>()
  for (const one of staying) seats.set(one.mobile, one)
  // The first of two rows about the same member counts.
  for (const { after } of members.toReversed()) seats.set(after.mobile, after)
  checkSuperiors(team, seats, report)
  const first = (members[0] ?? rows[0])?.row as Row
  if (!team.isMissing && ![...seats.values()].some(({ role, status }) => status === 0 && isAdminRole(role)))
    report(first, '角色', `${team.code}：${memberTexts.lastAdmin}`)
  for (const { name, hasWork } of leavers)
    if (hasWork)
      report(first, '门店编码', `${name}不在文件中但仍有客户、任务或线索，请先在成员管理中办理离职`)
  return leavers
}

/** Stores that leave a group, by code. */
type Sold = ReadonlyMap<string, { readonly row: Row; readonly group: string }>

/** Returns the people of the former group, who leave with it. A row that keeps one at the store is reported. */
function checkSold({ code, before, rows }: Team, state: State, sold: Sold, report: Report): Seated[] {
  const sale = sold.get(code)
  if (!sale) return []
  const staysInGroup = (mobile: string): boolean =>
    (state.groupSeats.get(mobile) ?? []).some(
      (seat) => seat.group === state.dealers.get(code)?.group && !sold.has(seat.code),
    )
  const people = [...before.values()].filter(
    ({ role, mobile }) =>
      isGroupRole(role) || storeReaders.has(role) || (switchingRoles.includes(role) && staysInGroup(mobile)),
  )
  for (const { row, after } of rows)
    if (after.before && people.includes(after.before))
      report(row, '手机号', `${after.before.name}属于原集团“${sale.group}”，随集团变更离开本店，请删除此行`)
  for (const { name, hasWork } of people)
    if (hasWork) report(sale.row, '集团', `${name}属于原集团，仍有客户、任务或线索，请先在成员管理中办理离职`)
  const staying = [...before.values()].filter((one) => !people.includes(one))
  const seats = [...staying, ...rows.map(({ after }) => after)]
  if (people.length > 0 && !seats.some(({ role, status }) => status === 0 && isAdminRole(role)))
    report(sale.row, '集团', memberTexts.lastAdmin)
  return people
}

function checkSuperiors(
  { rows, isMissing }: Team,
  seats: ReadonlyMap<string, { readonly role: number; readonly status: number; readonly superior: string }>,
  report: Report,
): void {
  // The rule identifies members by number.
  const numbers = new Map([...seats.keys()].map((mobile, at) => [mobile, at + 1]))
  const superiors = [0, ...[...seats.values()].map(({ superior }) => numbers.get(superior) ?? 0)]
  for (const { row, after } of rows) {
    if (after.superior === '') continue
    const top = seats.get(after.superior)
    const wasThere = top && after.before !== undefined && row.cell('上级手机号') === ''
    if (!top) {
      // Not reported if the dealer is missing, as its code may be wrong in this row alone.
      if (!isMissing) report(row, '上级手机号', '该门店没有此成员')
    } else if (!wasThere && (top.status !== 0 || isGroupRole(top.role)))
      report(row, '上级手机号', '所选上级已冻结或为集团角色')
    else if (
      makesCycle(numbers.get(after.mobile) ?? 0, numbers.get(after.superior) ?? 0, (id) => superiors[id] ?? 0)
    )
      report(row, '上级手机号', memberTexts.cycle)
  }
}

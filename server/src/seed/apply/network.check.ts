import { cleanText } from '@showroom/contract/kernel/clean'
import { maskMobile } from '@showroom/contract/kernel/mask'
import { problemOf } from './book.ts'
import type { Book, Problem, Row } from './book.ts'
import { specOf } from './network.sheets.ts'
import { thingOf } from './network.state.ts'
import type { Dealer, DealerRow, State } from './network.state.ts'
import { cellOr, digestOf, firstOf, isChanged, linesOf, reportUndoing, shownBy } from './rows.ts'
import type { Effect, Options, Report, Shown } from './rows.ts'
import { goneText, planMembers } from './network.members.ts'
import type { MemberPlan } from './network.members.ts'
import { planSources } from './network.sources.ts'
import type { SourcePlan } from './network.sources.ts'

/** Plans the changes of a network file. Checks it completely and reports every problem; only a file without problems is written. */

/** A dealer after the import; new if it has no `id`. */
export interface DealerPlan extends DealerRow {
  readonly row: Row
  readonly before: Dealer | undefined
}
export interface Plan extends Omit<MemberPlan, 'effects'> {
  readonly newGroups: readonly string[]
  readonly renamedGroups: readonly { readonly from: string; readonly to: string }[]
  /** New and changed dealers. */
  readonly dealers: readonly DealerPlan[]
  readonly sources: readonly SourcePlan[]
  /** All rows in the order of the sheets, also those that change nothing. */
  readonly effects: readonly Effect[]
}

export function planNetwork(
  book: Book,
  state: State,
  options: Options,
): { readonly plan: Plan; readonly lines: readonly string[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [...book.problems]
  const report: Report = (row, column, text) => void problems.push(problemOf(row, column, text))
  const names = namesIn(state)
  const codes = new Map([...state.dealers.values()].map(({ id, code }) => [id, code]))
  const groups = planGroups(book, state, report)
  const dealers = planDealers(book, state, groups, report)
  const members = planMembers(book, state, { ...options, sold: soldOf(dealers) }, report)
  const sources = planSources(book, state, report)
  const effects: Effect[] = [...groups.effects, ...dealers, ...members.effects, ...sources]
  const isReported = (row: Row, column: string): boolean =>
    problems.some((one) => one.sheet === row.sheet && one.row === row.number && one.column === column)
  if (!options.overwrite)
    for (const effect of effects) {
      const given = effect.before && state.given.get(thingOf(effect.row.sheet, effect.before.id))
      reportUndoing(specOf(effect), effect, given, {
        shown: names,
        report: (row, column, text) => {
          if (!isReported(row, column)) report(row, column, text)
        },
      })
    }
  return {
    plan: {
      newGroups: groups.made,
      renamedGroups: groups.renamed,
      dealers: dealers.filter(isChanged),
      sources: sources.filter(isChanged),
      ...members,
      effects,
    },
    lines: [
      ...effects.flatMap((effect) => linesOf(specOf(effect), effect, names)),
      ...members.leavers.map(
        ({ dealerId, mobile, name }) =>
          `成员 ${codes.get(dealerId) ?? ''} ${maskMobile(mobile)} ${name}  离职`,
      ),
    ],
    problems,
  }
}

/** Stores that leave a group, by code, with that group. */
const soldOf = (dealers: readonly DealerPlan[]): ReadonlyMap<string, { row: Row; group: string }> =>
  new Map(
    dealers.flatMap(({ row, code, group, before }) =>
      before && before.group !== '' && before.group !== group ? [[code, { row, group: before.group }]] : [],
    ),
  )

const textProblem = (text: string, max: number): string | undefined =>
  cleanText(text) === '' ? '不能为空' : text.length > max ? `不能超过${max}个字` : undefined

function planGroups(book: Book, state: State, report: Report) {
  const names = new Set(state.groups.map(({ name }) => name))
  const made: string[] = []
  const renamed: { from: string; to: string }[] = []
  const effects: (Effect & { readonly name: string })[] = []
  const seen = new Map<string, number>()
  for (const row of book.rows('集团')) {
    const [to, from] = [row.cell('集团名称'), row.cell('原名称')]
    const isFirst = firstOf(seen, to, row, '集团名称', report)
    const problem = to !== '' && textProblem(to, 50)
    if (problem) report(row, '集团名称', problem)
    const before = state.groups.find(({ name }) => name === (names.has(to) ? to : from))
    effects.push({ row, before, name: to })
    // Already renamed by an earlier run of the file.
    if (names.has(to)) {
      if (isFirst && from !== to && names.has(from)) report(row, '集团名称', '已有同名集团')
      continue
    }
    const today = before ? '' : renamedTo(to, state)
    if (today) report(row, '集团名称', today)
    else if (from === '') made.push(to)
    else if (!names.has(from)) report(row, '原名称', '集团不存在')
    else if (state.groups.filter(({ name }) => name === from).length > 1)
      report(row, '原名称', '有多个同名集团')
    else {
      renamed.push({ from, to })
      names.delete(from)
    }
    if (to !== '' && !today) names.add(to)
  }
  return { names, made, renamed, effects }
}

/** Reports a name that a group had before; empty if there was none. */
function renamedTo(name: string, { groups, given }: State): string {
  const digest = digestOf('name', name)
  const today = groups.find(({ id }) => given.get(thingOf('集团', id))?.has(digest))
  return today ? `集团已改名为“${today.name}”` : ''
}

interface Region {
  readonly province: string
  readonly city: string
  readonly area: string
}
/** Names what there is instead of a place that is unknown. */
function regionProblem({ regions }: State, { province, city, area }: Region) {
  const cities = regions.get(province)
  const areas = cities?.get(city)
  if (areas?.includes(area)) return undefined
  const [column, place, known] = areas
    ? ['区县', `${province}${city}${area}`, areas]
    : cities
      ? ['城市', `${province}${city}`, [...cities.keys()]]
      : ['省份', province, [...regions.keys()]]
  return { column, text: `没有此地区：${place}，可填：${known.join('、')}` }
}

const yes = new Map([
  ['是', true],
  ['否', false],
])

function planDealers(
  book: Book,
  state: State,
  { names, renamed }: ReturnType<typeof planGroups>,
  report: Report,
): DealerPlan[] {
  const newNames = new Map(renamed.map(({ from, to }) => [from, to]))
  const seen = new Map<string, number>()
  const groupOf = new Map(book.rows('门店').map((row) => [row.cell('门店编码'), row.cell('集团')]))
  return book.rows('门店').flatMap((row) => {
    const code = row.cell('门店编码')
    const isFirst = firstOf(seen, code, row, '门店编码', report)
    if (code !== '' && !/^[\w-]{1,30}$/.test(code))
      report(row, '门店编码', '只能是字母、数字、-、_，不超过30个')
    const dealer = state.dealers.get(code)
    if (dealer?.isGone) report(row, '门店编码', goneText)
    // A dealer keeps its group when the group is renamed.
    const before = dealer && { ...dealer, group: newNames.get(dealer.group) ?? dealer.group }
    const name = row.cell('门店名称')
    const nameProblem = name !== '' && textProblem(name, 50)
    if (nameProblem) report(row, '门店名称', nameProblem)
    const group = cellOr(row.cell('集团'), String, '', before?.group ?? '')
    if (group !== '' && group !== before?.group && !names.has(group))
      report(row, '集团', renamedTo(group, state) || '集团不存在，请写入“集团”表')
    if (dealer?.isReceiving && group !== before?.group)
      report(row, '集团', '有门店正在并入该门店，合并完成后再变更集团')
    const partners =
      group === before?.group ? [] : (dealer?.leadPartners ?? []).filter((one) => groupOf.get(one) !== group)
    if (partners.length > 0)
      report(row, '集团', `与原集团门店（${partners.join('、')}）之间仍有停业门店的线索接收，请先更改`)
    const [province, city, area] = [row.cell('省份'), row.cell('城市'), row.cell('区县')]
    const wrong = province && city && area && regionProblem(state, { province, city, area })
    if (wrong) report(row, wrong.column, wrong.text)
    const address = row.cell('地址') || (before?.address ?? '')
    if (address.length > 100) report(row, '地址', '不能超过100个字')
    const policy = row.cell('线索策略')
    if (!/^[123]?$/.test(policy)) report(row, '线索策略', '请填写1、2或3')
    const pool = row.cell('城市池')
    if (pool !== '' && !yes.has(pool)) report(row, '城市池', '请填写是或否')
    if (!isFirst) return []
    return [
      {
        row,
        before,
        code,
        name,
        group,
        province,
        city,
        area,
        address,
        policy: policy === '' ? (before?.policy ?? 1) : Number(policy),
        cityPool: yes.get(pool) ?? before?.cityPool ?? false,
      },
    ]
  })
}

/** Names of codes, as in the base data. */
const namesIn = ({ roles, channels }: State): Shown =>
  shownBy({
    role: nameByCode([...roles].map(([name, { role }]) => [name, role])),
    sourceId: nameByCode([...channels]),
  })

/** Codes are keys too, which are left out. */
const nameByCode = (codes: readonly (readonly [name: string, code: number])[]): ReadonlyMap<number, string> =>
  new Map(codes.filter(([name]) => !/^\d+$/.test(name)).map(([name, code]) => [code, name]))

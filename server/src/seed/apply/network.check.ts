import { cleanText } from '@showroom/contract/kernel/clean'
import { problemOf } from './book.ts'
import type { Book, Problem } from './book.ts'
import { regionKey } from './network.state.ts'
import type { Dealer, State } from './network.state.ts'
import { cellOr, changesOf, firstOf } from './rows.ts'
import type { Options, Report } from './rows.ts'
import { planMembers } from './network.members.ts'
import type { MemberPlan } from './network.members.ts'
import { planSources } from './network.sources.ts'
import type { SourcePlan } from './network.sources.ts'

/** Plans the changes of a network file. Checks it completely and reports every problem; only a file without problems is written. */

/** A dealer after the import; new if it has no `id`. */
export type DealerPlan = Omit<Dealer, 'id'> & { readonly before: Dealer | undefined }
export interface Plan extends MemberPlan {
  readonly newGroups: readonly string[]
  readonly renamedGroups: readonly { readonly from: string; readonly to: string }[]
  /** New and changed dealers. */
  readonly dealers: readonly DealerPlan[]
  readonly sources: readonly SourcePlan[]
}

export function planNetwork(
  book: Book,
  state: State,
  options: Options,
): { readonly plan: Plan; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [...book.problems]
  const report: Report = (row, column, text) => void problems.push(problemOf(row, column, text))
  const groups = planGroups(book, state, report)
  const dealers = planDealers(book, state, groups, report)
  const members = planMembers(book, state, options, report)
  return {
    plan: {
      newGroups: groups.made,
      renamedGroups: groups.renamed,
      dealers: dealers.filter(isChanged),
      sources: planSources(book, state, report),
      ...members,
    },
    problems,
  }
}

const textProblem = (text: string, max: number): string | undefined =>
  cleanText(text) === '' ? '不能为空' : text.length > max ? `不能超过${max}个字` : undefined

function planGroups(book: Book, state: State, report: Report) {
  const names = new Set(state.groups)
  const made: string[] = []
  const renamed: { from: string; to: string }[] = []
  const seen = new Map<string, number>()
  for (const row of book.rows('集团')) {
    const [to, from] = [row.cell('集团名称'), row.cell('原名称')]
    const isFirst = firstOf(seen, to, row, '集团名称', report)
    const problem = to !== '' && textProblem(to, 50)
    if (problem) report(row, '集团名称', problem)
    // Already renamed by an earlier run of the file.
    if (names.has(to)) {
      if (isFirst && from !== to && names.has(from)) report(row, '集团名称', '已有同名集团')
      continue
    }
    if (from === '') made.push(to)
    else if (!names.has(from)) report(row, '原名称', '集团不存在')
    else if (state.groups.filter((one) => one === from).length > 1) report(row, '原名称', '有多个同名集团')
    else {
      renamed.push({ from, to })
      names.delete(from)
    }
    if (to !== '') names.add(to)
  }
  return { names, made, renamed }
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
  return book.rows('门店').flatMap((row) => {
    const code = row.cell('门店编码')
    const isFirst = firstOf(seen, code, row, '门店编码', report)
    if (code !== '' && !/^[\w-]{1,30}$/.test(code))
      report(row, '门店编码', '只能是字母、数字、-、_，不超过30个')
    const dealer = state.dealers.get(code)
    // A dealer keeps its group when the group is renamed.
    const before = dealer && { ...dealer, group: newNames.get(dealer.group) ?? dealer.group }
    const name = row.cell('门店名称')
    const nameProblem = name !== '' && textProblem(name, 50)
    if (nameProblem) report(row, '门店名称', nameProblem)
    const group = cellOr(row.cell('集团'), String, '', before?.group ?? '')
    if (group !== '' && group !== before?.group && !names.has(group))
      report(row, '集团', '集团不存在，请写入“集团”表')
    const [province, city, area] = [row.cell('省份'), row.cell('城市'), row.cell('区县')]
    if (province && city && area && !state.regions.has(regionKey(province, city, area)))
      report(row, '区县', `没有此地区：${province}${city}${area}`)
    const address = row.cell('地址') || (before?.address ?? '')
    if (address.length > 100) report(row, '地址', '不能超过100个字')
    const policy = row.cell('线索策略')
    if (!/^[123]?$/.test(policy)) report(row, '线索策略', '请填写1、2或3')
    const pool = row.cell('城市池')
    if (pool !== '' && !yes.has(pool)) report(row, '城市池', '请填写是或否')
    if (!isFirst) return []
    return [
      {
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

const isChanged = ({ before, ...after }: DealerPlan): boolean =>
  before === undefined || changesOf(before, after).length > 0

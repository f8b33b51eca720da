import {
  levelLabels,
  noGoals,
  targetLabel,
  targetLevels,
  targetMax,
  targetMeasures,
} from '@showroom/contract/target/target.rules'
import type { ReadSheetAnswer } from '@showroom/contract/target/target.schema'
import { exportRows } from '../platform/export/export.ts'
import type { ExportDeps } from '../platform/export/export.ts'
import type { FileStore } from '../platform/files/files.ts'
import type { Context } from '../platform/http/handler.ts'
import { addressOf } from '../platform/xlsx/table.ts'
import type { Match, TableField } from '../platform/xlsx/table.ts'
import { markedCells, readUploadedTable } from '../platform/xlsx/uploaded.ts'
import { plain } from '../platform/xlsx/xlsx.ts'
import type { SheetRow } from '../platform/xlsx/xlsx.ts'
import { listReportMembers } from '../report/index.ts'
import { listTargets } from './target.repository.ts'

/** The workbook of a month's targets: its export is the template of the import. */

const idHeading = '成员ID'
const nameHeading = '姓名'
/** Name of the row with the store's own targets. */
const storeName = '门店'
const storeNames: ReadonlySet<string> = new Set([storeName, '本店', '全店'])
const sumNames: ReadonlySet<string> = new Set(['合计', '小计', '总计'])

const goalFields = targetMeasures.flatMap((measure) =>
  targetLevels.map((level) => ({
    measure,
    level,
    heading: `${targetLabel(measure)}${levelLabels[level]}`,
    aliases: [
      `${targetLabel(measure)}${levelLabels[level]}目标`,
      ...(level === 'basic' ? [targetLabel(measure), `${targetLabel(measure)}目标`] : []),
    ],
  })),
)
const fields: readonly TableField[] = [
  { heading: idHeading },
  {
    heading: nameHeading,
    aliases: ['成员', '成员姓名', '客户经理', '销售顾问', '顾问', '员工', '名字'],
    required: true,
  },
  ...goalFields,
]

export async function exportSheet(context: Context, deps: ExportDeps, month: string) {
  const { db, session } = context
  const first = `${month}-01`
  const targets = await listTargets(db, session.scope, { from: first, to: first })
  const named = new Set(targets.map(({ memberId }) => memberId))
  const members = (await listReportMembers(db, session.scope)).filter(
    ({ id, isUsual }) => id > 0 && (isUsual || named.has(id)),
  )
  const filePath = await exportRows(context, deps, {
    name: '业绩目标',
    columns: [
      { heading: idHeading, width: 10, of: ({ id }) => id ?? '' },
      { heading: nameHeading, width: 16, of: ({ name }) => name },
      ...goalFields.map(({ measure, level, heading }) => ({
        heading,
        width: 12,
        of: ({ id }: { readonly id: number | null; readonly name: string }) =>
          (targets.find((one) => one.memberId === id && one.measure === measure) ?? noGoals)[level] ?? '',
      })),
    ],
    rows: [{ id: null, name: storeName }, ...members.map(({ id, name }) => ({ id, name }))],
    filter: [{ label: '月份', text: month }],
  })
  return { filePath }
}

const mostRows = 1000
const mostErrors = 50

interface Problem {
  readonly at: number
  readonly heading: string
  readonly text: string
}

/** Reads an uploaded workbook; cells and rows that cannot be read are reported and left out. */
export async function readTargets(
  context: Context,
  files: FileStore,
  file: string,
): Promise<ReadSheetAnswer> {
  const { match, rows } = await readUploadedTable(context, files, file, {
    fields,
    maxRows: mostRows,
    lacking: (found) =>
      goalFields.some(({ heading }) => found[heading] !== undefined)
        ? []
        : [`${targetLabel('orders')}${levelLabels.basic}`],
  })
  const members = (await listReportMembers(context.db, context.session.scope)).filter(
    ({ id, isLeft }) => id > 0 && !isLeft,
  )
  const cells: ReadSheetAnswer['cells'] = []
  const errors: ReadSheetAnswer['errors'] = []
  const seen = new Set<number>()
  for (const row of rows) {
    const textOf = (heading: string): string => plain(row.cells[match[heading] ?? -1] ?? '').trim()
    const note = ({ at, heading, text }: Problem) =>
      errors.push({ row: row.number, column: heading, cell: addressOf(at, row.number), text })
    if (sumNames.has(textOf(nameHeading))) continue
    const marked = markedCells(row, match)
    for (const problem of marked) note(problem)
    const memberId = memberOf(textOf(idHeading), textOf(nameHeading), members)
    if (typeof memberId === 'string' || seen.has(memberId)) {
      const text = typeof memberId === 'string' ? memberId : '该成员在表中出现多次，只读取第一行'
      note({ at: match[nameHeading] ?? 0, heading: nameHeading, text })
      continue
    }
    seen.add(memberId)
    const read = goalsOf(row, match, new Set(marked.map(({ at }) => at)))
    cells.push(...read.goals.map((goal) => ({ memberId, ...goal })))
    for (const problem of read.problems) note(problem)
  }
  return { cells, failTotal: errors.length, errors: errors.slice(0, mostErrors) }
}

/** The member of a row by id or name, 0 for the store, or the problem. */
function memberOf(
  id: string,
  name: string,
  members: readonly { readonly id: number; readonly name: string }[],
): number | string {
  if (id === '' && storeNames.has(name)) return 0
  const matches = members.filter((one) => (id === '' ? one.name === name : String(one.id) === id))
  const [only] = matches
  if (only && matches.length === 1) return only.id
  return only ? `有多位同名成员，请填写${idHeading}` : '本店没有该成员'
}

type Read = Omit<ReadSheetAnswer['cells'][number], 'memberId'>

/** The numbers of a row; an empty cell clears its number. */
function goalsOf(row: SheetRow, match: Match, left: ReadonlySet<number>) {
  const problems: Problem[] = []
  const goals = goalFields.flatMap(({ measure, level, heading }): Read[] => {
    const at = match[heading]
    if (at === undefined || left.has(at)) return []
    const text = plain(row.cells[at] ?? '').replaceAll(/[\s,，]/g, '')
    if (text === '') return [{ measure, level, goal: null }]
    const goal = /^\d{1,9}(?:\.0+)?$/.test(text) ? Number(text) : Infinity
    if (goal <= targetMax) return [{ measure, level, goal }]
    problems.push({ at, heading, text: `请输入0至${targetMax}的整数` })
    return []
  })
  return { goals, problems }
}

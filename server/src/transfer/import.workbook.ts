import type { FileStore } from '../platform/files/files.ts'
import { standingKey } from '../platform/files/files.ts'
import { writeXlsx } from '../platform/xlsx/xlsx.ts'
import type { Sheet } from '../platform/xlsx/xlsx.ts'
import { columns, reasonHeading } from './import.columns.ts'
import type { CellError, Cells, Names } from './import.columns.ts'

/** Workbooks of an import: the template and the failed rows. */

/**
 * Writes the template. Its sheet has headings only, so that no example row is imported by mistake; further sheets explain how to fill it
 * in.
 */
export async function writeTemplate(files: FileStore, dealerId: number, names: Names): Promise<string> {
  const lists = [
    ['客户来源', names.sources],
    ['自定义来源', names.customSources],
    ['意向车系', names.series],
    ['客户经理', names.members],
    ['下次跟进方式', names.nextTypes],
    ['业务类型', names.businessTypes],
    ['购车预算', names.budgets],
    ['证件类型', names.identifyTypes],
    ['竞品车系', names.competitors],
  ] as const
  // A member's mobile is accepted in the sheet, but not listed here.
  const options = lists.map(([heading, map]) => ({
    heading,
    words: [...map.keys()].filter((word) => heading !== '客户经理' || !/^\d+$/.test(word)),
  }))
  const longest = Math.max(...options.map(({ words }) => words.length))
  const sheets: Sheet[] = [
    {
      name: '客户导入',
      columns: columns.map((column) => ({
        ...column,
        heading: 'required' in column ? `${column.heading}*` : column.heading,
      })),
      rows: [],
    },
    {
      name: '填写说明',
      columns: [
        { heading: '列', width: 16 },
        { heading: '是否必填', width: 10 },
        { heading: '说明', width: 50 },
      ],
      rows: columns.map((column) => [column.heading, 'required' in column ? '必填' : '', column.hint]),
    },
    {
      name: '可选内容',
      columns: options.map(({ heading }) => ({ heading, width: 18 })),
      rows: Array.from({ length: longest }, (_, row) => options.map(({ words }) => words[row] ?? '')),
    },
  ]
  return store(files, standingKey(dealerId, 'template'), sheets)
}

/** Writes the failed rows with their reasons, to be corrected and imported again. The final workbook replaces the preview's. */
export const writeFailed = (
  files: FileStore,
  { dealerId, id }: { readonly dealerId: number; readonly id: number },
  rows: readonly { cells: Cells; errors: readonly CellError[] }[],
): Promise<string> =>
  store(files, standingKey(dealerId, `failed:${id}`), [
    {
      name: '失败记录',
      columns: [...columns, { heading: reasonHeading, width: 60 }],
      rows: rows.map(({ cells, errors }) => [
        ...cells,
        errors.map(({ column, text }) => (column ? `${column}：${text}` : text)).join('；'),
      ]),
    },
  ])

async function store(files: FileStore, key: string, sheets: readonly Sheet[]): Promise<string> {
  await files.write(key, await writeXlsx(sheets))
  return key
}

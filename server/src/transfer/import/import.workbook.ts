import { importUntouched, importWayTexts } from '@showroom/contract/transfer/transfer.schema'
import { permanentKey } from '../../platform/files/files.ts'
import type { FileStore } from '../../platform/files/files.ts'
import { writeXlsx } from '../../platform/xlsx/xlsx.ts'
import type { Column, Sheet } from '../../platform/xlsx/xlsx.ts'
import { followColumns, followSheet } from '../follow/follow.service.ts'
import { columns, placeOf, reasonHeading, textAt } from './import.columns.ts'
import type { CellError, Cells, ColumnSpec, Names } from './import.columns.ts'
import { optionsOf } from './import.table.ts'

/** Workbooks of an import: the template and the failed rows. */

const choicesSheet = '可选内容'

/**
 * Writes the template. Its sheet has headings only, so that no example row is imported by mistake; its columns are text and offer the
 * words of the dictionaries; further sheets explain how to fill it in.
 */
export async function writeTemplate(files: FileStore, dealerId: number, names: Names): Promise<string> {
  const lists = columns.flatMap((column: ColumnSpec) => {
    // A member's mobile is accepted in the sheet, but not listed here.
    const words = column.words ? optionsOf(names[column.words]).map(({ name }) => name) : []
    return words.length > 0 ? [{ heading: column.heading, words }] : []
  })
  const longest = Math.max(...lists.map(({ words }) => words.length))
  const sheets: Sheet[] = [
    {
      name: '客户导入',
      isForm: true,
      columns: columns.map(({ heading, width, ...column }) => {
        const at = lists.findIndex((list) => list.heading === heading)
        const total = lists[at]?.words.length ?? 0
        return {
          heading: 'required' in column ? `${heading}*` : heading,
          width,
          ...(total > 0 && { list: { sheet: choicesSheet, column: at, total } }),
        }
      }),
      rows: [],
    },
    {
      name: '填写说明',
      columns: [
        { heading: '列', width: 22 },
        { heading: '是否必填', width: 10 },
        { heading: '说明', width: 60 },
      ],
      rows: [
        ...columns.map((column) => [column.heading, 'required' in column ? '必填' : '', column.hint]),
        [],
        ...Object.values(importWayTexts).map(({ title, hint }) => [`导入方式：${title}`, '', hint]),
        ['', '', `更新时只需填写手机号和要更新的列。${importUntouched}不会被导入更改。`],
        [],
        ...followColumns.map((column) => [
          `${followSheet}：${column.heading}`,
          'required' in column ? '必填' : '',
          column.hint,
        ]),
      ],
    },
    {
      name: followSheet,
      isForm: true,
      columns: followColumns.map(({ heading, width, ...column }) => ({
        heading: 'required' in column ? `${heading}*` : heading,
        width,
      })),
      rows: [],
    },
    {
      name: choicesSheet,
      columns: lists.map(({ heading }) => ({ heading, width: 18 })),
      rows: Array.from({ length: longest }, (_, row) => lists.map(({ words }) => words[row] ?? '')),
    },
  ]
  return store(files, permanentKey(dealerId, 'template'), sheets)
}

/**
 * Writes the failed rows with their reasons, to be corrected and imported again, and the cells that were left out of imported rows. The
 * final workbook replaces the preview's.
 */
export const writeFailed = (
  files: FileStore,
  { dealerId, id }: { readonly dealerId: number; readonly id: number },
  { rows, follows, left }: FailedRows,
): Promise<string> =>
  store(files, permanentKey(dealerId, `failed:${id}`), [
    failedSheet('失败记录', columns, rows),
    ...(follows.length > 0 ? [failedSheet(followSheet, followColumns, follows)] : []),
    ...(left.length > 0 ? [leftSheet(left)] : []),
  ])

interface FailedRows {
  readonly rows: readonly FailedRow[]
  readonly follows: readonly FailedRow[]
  readonly left: readonly (FailedRow & { readonly rowNo: number })[]
}

const leftSheet = (left: FailedRows['left']): Sheet => ({
  name: '未导入的单元格',
  columns: [
    { heading: '行', width: 8 },
    ...['客户姓名', '手机号', '列', '内容'].map((heading) => ({ heading, width: 18 })),
    { heading: '原因', width: 60 },
  ],
  rows: left.flatMap(({ rowNo, cells, errors }) =>
    errors.map(({ column, text }) => [
      placeOf(rowNo).row,
      textAt(cells, '客户姓名'),
      textAt(cells, '手机号'),
      column,
      textAt(cells, column),
      text,
    ]),
  ),
})

interface FailedRow {
  readonly cells: Cells
  readonly errors: readonly CellError[]
}

const failedSheet = (name: string, given: readonly Column[], rows: readonly FailedRow[]): Sheet => ({
  name,
  columns: [...given, { heading: reasonHeading, width: 60 }],
  rows: rows.map(({ cells, errors }) => [
    ...cells,
    errors.map(({ column, text }) => (column ? `${column}：${text}` : text)).join('；'),
  ]),
})

async function store(files: FileStore, key: string, sheets: readonly Sheet[]): Promise<string> {
  await files.write(key, await writeXlsx(sheets))
  return key
}

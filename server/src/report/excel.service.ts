import { maskText } from '@showroom/contract/kernel/mask'
import { tableMaxBytes, tableMaxColumns, tableMaxRows } from '@showroom/contract/report/report.schema'
import { exportRows } from '../platform/export/export.ts'
import type { ExportDeps } from '../platform/export/export.ts'
import type { Context } from '../platform/http/handler.ts'
import { refuseField } from '../platform/refusal.ts'
import type { Cell } from '../platform/xlsx/xlsx.ts'
import type { TableProblem } from './table.ts'

const problems: Readonly<Record<TableProblem, string>> = {
  none: '没有可导出的表格',
  several: '一次只能导出一个表格，且不能嵌套',
  size: `表格不能超过${tableMaxRows}行、${tableMaxColumns}列`,
  broken: '表格的格式不正确',
}

/** Turns purely numeric text into a number, so that the column can be summed. Text with leading zeros stays text, as it is a code. */
const cellOf = (text: string): Cell => (/^-?(0|[1-9]\d{0,14})(\.\d{1,8})?$/.test(text) ? Number(text) : text)

/** Makes a name valid for every file system and spreadsheet. A name that contains a phone number loses all its digits. */
export const safeName = (name: string): string =>
  (maskText(name) === name ? name : name.replaceAll(/\p{Nd}/gu, ''))
    .replaceAll(/\.xlsx?$/gi, '')
    .replaceAll(/\p{C}|[\\/:*?"<>|[\]']/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s.=+\-@]+|(?<![\s.])[\s.]+$/g, '')
    .slice(0, 30) || '报表'

/**
 * Exports the page's table as a workbook: text only, first row as headings. The page computed the numbers; the server does not check them.
 */
export async function exportTable(
  context: Context,
  deps: ExportDeps,
  { html, name: asked }: { readonly html: string; readonly name: string },
): Promise<{ file: string }> {
  if (Buffer.byteLength(html) > tableMaxBytes) throw refuseField('INVALID', 'html', '导出的内容不能超过1MB')
  // Loads the HTML parser on demand, as few processes ever need it.
  const { readTable } = await import('./table.ts')
  const table = readTable(html)
  if ('problem' in table) throw refuseField('INVALID', 'html', problems[table.problem])
  const name = safeName(asked)
  const [headings = [], ...rows] = table.rows
  const columns = headings.map((heading, at) => ({
    heading,
    width: at === 0 ? 20 : 12,
    of: (row: readonly string[]) => cellOf(row[at] ?? ''),
  }))
  // Only the page knows the filters of its table.
  const filter = [{ label: '内容', text: '页面上的表格' }]
  return { file: await exportRows(context, deps, { name, columns, rows, filter }) }
}

import { fileKinds, uploadKey } from '../src/platform/files/files.ts'
import type { FileKind } from '../src/platform/files/files.ts'
import { columns } from '../src/transfer/import/import.columns.ts'
import { readXlsx, writeXlsx } from '../src/platform/xlsx/xlsx.ts'
import type { BuiltMember } from '../src/team/team.factory.ts'
import type { TestApp } from './app.ts'

/** Workbooks to import. */

export type SheetRow = Partial<Record<(typeof columns)[number]['heading'], string>>

let count = 0
/** A valid row with a new mobile each time. */
export function sheetRow(overrides: SheetRow = {}): SheetRow {
  count += 1
  return {
    客户姓名: `导入${count}`,
    手机号: `135${String(count).padStart(8, '0')}`,
    性别: '女',
    客户来源: '自然到店',
    意向车系: '松涧',
    购车省份: '浙江省',
    购车城市: '杭州市',
    购车区县: '西湖区',
    ...overrides,
  }
}

/** The bytes of a workbook with these rows. */
export const sheetOf = (rows: readonly SheetRow[], headings: readonly { heading: string }[] = columns) =>
  writeXlsx([
    {
      name: '客户导入',
      columns: headings.map(({ heading }) => ({ heading, width: 12 })),
      rows: rows.map((row) => headings.map(({ heading }) => (row as Record<string, string>)[heading] ?? '')),
    },
  ])

/** The cells of a workbook's first sheet, as many in each row. */
export async function firstSheetOf(bytes: Uint8Array): Promise<string[][]> {
  const answer = await readXlsx({ bytes, maxUnpackedBytes: 1e8, maxRows: 20_000 })
  if ('problem' in answer) throw new Error(answer.problem)
  const rows = answer.sheets[0]?.rows ?? []
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  return rows.map(({ cells }) => Array.from({ length: width }, (_, at) => cells[at] ?? ''))
}

/** Stores bytes as an upload would; returns the key. */
export async function storeBytes(app: TestApp, by: BuiltMember, bytes: Uint8Array): Promise<string> {
  const key = uploadKey(fileKinds.xlsx as FileKind, by, 'xlsx')
  await app.app.files.write(key, bytes)
  return key
}

export const storeSheet = async (app: TestApp, by: BuiltMember, rows: readonly SheetRow[]): Promise<string> =>
  storeBytes(app, by, await sheetOf(rows))

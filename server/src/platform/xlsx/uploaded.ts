import { buffer } from 'node:stream/consumers'
import { fileProblem, importTexts, missingColumns } from '@showroom/contract/transfer/transfer.schema'
import type { FileStore } from '../files/files.ts'
import { checkUpload, refusalText } from '../files/uploads.ts'
import type { Context } from '../http/handler.ts'
import { createTurns } from '../jobs/turns.ts'
import { Refusal } from '../refusal.ts'
import { findTable, markTexts, searchedRows } from './table.ts'
import type { Match, SheetTable, TableField } from './table.ts'
import { readXlsx } from './xlsx.ts'
import type { SheetRow } from './xlsx.ts'

/** Reads the table of a small uploaded workbook, or refuses the file with UPLOAD_REFUSED. */

const maxUnpackedBytes = 32 * 1024 * 1024
const refuseFile = (text: string): Refusal => new Refusal('UPLOAD_REFUSED', { text })

/** Reads one file at a time, so that one of the two workbook threads stays free for exports; up to four wait. */
const reads = createTurns(1, 4)

interface Expected {
  readonly fields: readonly TableField[]
  readonly maxRows: number
  /** Names further columns that the table lacks. */
  readonly lacking?: (match: Match) => readonly string[]
}

export const readUploadedTable = (
  context: Context,
  files: FileStore,
  file: string,
  { fields, maxRows, lacking = () => [] }: Expected,
): Promise<SheetTable> =>
  reads.run(async () => {
    const { result: taken } = await checkUpload(context, files, 'z-backend', file)
    if (taken !== 'taken') throw refuseFile(refusalText(file, taken, importTexts.none))
    const stream = await files.read(file)
    const bytes = stream ? await buffer(stream) : Buffer.alloc(0)
    const answer = await readXlsx({ bytes, maxUnpackedBytes, maxRows: maxRows + searchedRows })
    if ('problem' in answer) throw refuseFile(fileProblem(answer.problem, '', bytes))
    const table = findTable(answer.sheets, fields)
    if (!table || table.rows.length === 0) throw refuseFile(importTexts.empty)
    const absent = [...lacking(table.match), ...table.missing]
    if (absent.length > 0) throw refuseFile(missingColumns(absent))
    if (table.rows.length > maxRows) throw refuseFile(`单次最多导入${maxRows}行，请拆分后重试`)
    return table
  })

/** A cell of a known column whose content is not what a person typed. */
export const markedCells = (
  { marks = {} }: SheetRow,
  match: Match,
): { readonly heading: string; readonly at: number; readonly text: string }[] =>
  Object.entries(match).flatMap(([heading, at]) =>
    marks[at] ? [{ heading, at, text: markTexts[marks[at]] }] : [],
  )

import { z } from 'zod'
import { dealerId, Id, OptionalId, required, text } from '../kernel/wire.ts'

/** Import and export of customer files. */

/** Limits of an import: rows, and bytes of the file packed and unpacked. */
export const importMaxRows = 10_000
export const importMaxBytes = 5 * 1024 * 1024
export const importMaxUnpackedBytes = 64 * 1024 * 1024

/** Refusal texts for a whole file (status -2, code 1004). */
export const importTexts = {
  notXlsx: '请上传xlsx格式文件!',
  none: '请选择导入文件',
  tooLarge: '导入文件不能超过5MB，请拆分后重试',
  tooMany: '单次最多导入10000行，请拆分后重试',
  macros: '不支持含宏的文件，请另存为xlsx后重试',
  bomb: '文件解压后过大，无法导入',
  unreadable: '文件无法读取，请使用模板重新填写',
  password: '文件有密码保护，请取消密码后重试',
  empty: '文件中没有数据',
  /** A column with content whose heading names no field. */
  unknownColumn: '该列未识别，内容未导入',
  /** Followed by how the member lost the right. */
  stopped: '导入已停止',
} as const

/** Text for a workbook without these required columns. */
export const missingColumns = (headings: readonly string[]): string =>
  `缺少必填列：${headings.join('、')}，请补充表头后重试`

/**
 * States of an import: being read and checked, waiting for confirmation (preview), running, done; refused as a whole; or stopped because
 * the member lost the right.
 */
export const importState = { checking: 0, checked: 1, running: 2, done: 3, refused: 4, stopped: 5 } as const
export const isImportAtRest = (state: number): boolean =>
  state !== importState.checking && state !== importState.running

/** An invalid cell: row number in the sheet, column heading, address such as U2, content with numbers masked. */
export const ImportError = z.object({
  row: z.number(),
  column: z.string(),
  /** Empty if the sheet has no such column. */
  cell: z.string(),
  value: z.string(),
  text: z.string(),
})
export type ImportError = z.infer<typeof ImportError>

export const ImportStatus = z.object({
  importId: z.number(),
  /** See `importState`. */
  state: z.number(),
  fileName: z.string(),
  createdAt: z.number(),
  /** Rows of the sheet without the headings. */
  rowTotal: z.number(),
  /** Rows processed by the current step. */
  doneTotal: z.number(),
  /** Rows that would be imported (preview) or have been imported. */
  successTotal: z.number(),
  /** Skipped rows: mobiles already on file or repeated in the sheet. */
  duplicateTotal: z.number(),
  failTotal: z.number(),
  /** The first 200 errors; the workbook of failed rows has all. */
  errors: z.array(ImportError),
  /** Link to the workbook with the failed rows and their reasons; empty if none failed. */
  failedUrl: z.string(),
  /** Why the whole file was refused, or why the import stopped; empty otherwise. */
  refusal: z.string(),
})
export type ImportStatus = z.infer<typeof ImportStatus>

/**
 * `file` is the object key of the uploaded workbook (`aliUploadParams` with an .xlsx name); a multipart post with the file itself is
 * accepted, too. With `preview` the call returns at once and `importCommit` starts the import; without it, the response has the final
 * counts.
 */
export const StartImport = z.object({
  dealerId,
  file: required('请选择导入文件', 300),
  fileName: text(200),
  preview: z.boolean().default(false),
})
/** 0: the member's latest import. */
export const GetImport = z.object({ dealerId, importId: OptionalId })
export const ImportOf = z.object({ dealerId, importId: Id })

/** Link to a generated file, valid for the member who asked and for a limited time. */
export const FileAnswer = z.object({ filePath: z.string() })

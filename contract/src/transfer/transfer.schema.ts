import { z } from 'zod'
import { dealerId, Id, OptionalId, required, text } from '../kernel/wire.ts'

/** Import and export of customer files. */

/** Most rows of an import; bytes of its file, packed and unpacked. */
export const importMaxRows = 10_000
export const importMaxBytes = 5 * 1024 * 1024
export const importMaxUnpackedBytes = 64 * 1024 * 1024

/** Why a whole file is refused (status -2, code 1004). */
export const importTexts = {
  notXlsx: '请上传xlsx格式文件!',
  none: '请选择导入文件',
  tooLarge: '导入文件不能超过5MB，请拆分后重试',
  tooMany: '单次最多导入10000行，请拆分后重试',
  macros: '不支持含宏的文件，请另存为xlsx后重试',
  bomb: '文件解压后过大，无法导入',
  unreadable: '文件无法读取，请使用模板重新填写',
  headings: '表头与模板不一致，请下载最新模板',
  empty: '文件中没有数据',
  /** Before the reason: how the member lost the right. */
  stopped: '导入已停止',
} as const

/**
 * How an import stands: read and checked, waiting for the word (preview), going in, done; refused as a whole; or stopped, as who imports
 * may not any more.
 */
export const importState = { checking: 0, checked: 1, running: 2, done: 3, refused: 4, stopped: 5 } as const
export const isImportAtRest = (state: number): boolean =>
  state !== importState.checking && state !== importState.running

/** One wrong cell: row as the sheet counts it, the column's heading, what stands there (numbers masked). */
export const ImportError = z.object({
  row: z.number(),
  column: z.string(),
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
  /** Rows that the step under way has dealt with. */
  doneTotal: z.number(),
  /** In the preview: rows that would go in. Then: rows that went in. */
  successTotal: z.number(),
  /** Mobiles on file already or twice in the sheet: left alone. */
  duplicateTotal: z.number(),
  failTotal: z.number(),
  /** The first 200 of them; all are in the workbook of failed rows. */
  errors: z.array(ImportError),
  /** Link of the workbook with just the failed rows and the reasons; empty when none failed. */
  failedUrl: z.string(),
  /** Why the whole file was refused, or why the import stopped; empty otherwise. */
  refusal: z.string(),
})
export type ImportStatus = z.infer<typeof ImportStatus>

/**
 * `file` is the object key of the uploaded workbook (`aliUploadParams` with an .xlsx name); a multipart post with the file itself is
 * taken too. With `preview` the answer comes at once and `importCommit` starts the import; without, the answer holds the final counts.
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

/** A link to a file made by the server: bound to the member who asked, and gone after a while. */
export const FileAnswer = z.object({ filePath: z.string() })

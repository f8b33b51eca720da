import { z } from 'zod'
import { notXlsx, notXlsxText } from '../kernel/workbook.ts'
import { dealerId, Id, OptionalId, required, text } from '../kernel/wire.ts'

/** Import and export of customer files. */

/** Ways of an import: new files only, or updates of existing ones too. */
export const importWay = { onlyNew: 0, fillBlanks: 1, overwrite: 2 } as const
export type ImportWay = (typeof importWay)[keyof typeof importWay]

export const importWayTexts: Readonly<Record<ImportWay, { readonly title: string; readonly hint: string }>> =
  {
    [importWay.onlyNew]: { title: '仅新增', hint: '只为未建档的客户建档，已建档的客户不变。' },
    [importWay.fillBlanks]: { title: '更新空白项', hint: '另将已建档客户的空白项补上，已有内容不变。' },
    [importWay.overwrite]: {
      title: '覆盖更新',
      hint: '另用表格内容替换已建档客户的内容，空单元格不改动。',
    },
  }

/** Fields that an update never touches. */
export const importUntouched = '手机号、客户经理、级别、来源、状态和跟进计划'

/** Limits of an import: rows, and bytes of the file packed and unpacked. */
export const importMaxRows = 10_000
export const importMaxBytes = 5 * 1024 * 1024
export const importMaxUnpackedBytes = 64 * 1024 * 1024

/** Refusal texts for a whole file (status -2, code 1004). */
export const importTexts = {
  notXlsx,
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
  /** A sheet of follow-ups, uploaded by a member without admin rights. */
  followsForAdmins: '跟进记录仅管理员可导入',
  /** Followed by how the member lost the right. */
  stopped: '导入已停止',
} as const

/** Text for a file that cannot be read; for one of another kind with what it is and how to save it. */
export const fileProblem = (problem: keyof typeof importTexts, fileName: string, bytes: Uint8Array): string =>
  problem === 'notXlsx' ? notXlsxText(fileName, bytes) : importTexts[problem]

/** Text for a workbook without these required columns. */
export const missingColumns = (headings: readonly string[]): string =>
  `缺少必填列：${headings.join('、')}，请补充表头后重试`

/** Text for a match without these required fields. */
export const unmatchedFields = (headings: readonly string[]): string =>
  `请为必填项选择列：${headings.join('、')}`

/**
 * States of an import: being read and checked, waiting for confirmation (preview), running, done; refused as a whole; stopped because
 * the member lost the right; waiting for its columns to be matched; or undoing its updates.
 */
export const importState = {
  checking: 0,
  checked: 1,
  running: 2,
  done: 3,
  refused: 4,
  stopped: 5,
  matching: 6,
  undoing: 7,
} as const
export const isImportAtRest = (state: number): boolean =>
  state !== importState.checking && state !== importState.running && state !== importState.undoing

/** An invalid cell: row number in the sheet, column heading, address such as U2, content with numbers masked. */
export const ImportError = z.object({
  row: z.number(),
  column: z.string(),
  /** Empty if the sheet has no such column. */
  cell: z.string(),
  value: z.string(),
  text: z.string(),
  /** The row is imported without this cell. */
  isLeft: z.boolean().optional(),
  /** Name of the sheet, if it is that of the follow-ups, or if several are read together. */
  sheet: z.string().optional(),
})
export type ImportError = z.infer<typeof ImportError>

/** A column of the workbook that has a heading. */
export const ImportColumn = z.object({
  /** Place in the sheet, from 0. */
  at: z.number(),
  /** Letters as in a spreadsheet program. */
  letters: z.string(),
  heading: z.string(),
  /** Heading of the field that it holds; empty if none. */
  field: z.string(),
  /** Its cells in the first rows, with numbers masked. */
  samples: z.array(z.string()),
  /** The field is guessed from the cells. */
  isGuess: z.boolean(),
})
export type ImportColumn = z.infer<typeof ImportColumn>

export const ImportField = z.object({ heading: z.string(), isRequired: z.boolean() })
export type ImportField = z.infer<typeof ImportField>

/** A row that may hold the headings: its sheet, its number there, and the beginning of its content. */
export const ImportPlace = z.object({ sheet: z.string(), headingRow: z.number(), text: z.string() })
export type ImportPlace = z.infer<typeof ImportPlace>
export type HeadingPlace = Pick<ImportPlace, 'sheet' | 'headingRow'>

/** A field that may take one value for all rows where it has no column. `value` is one of its choices, or the text of a region. */
export const ImportWhole = z.object({ field: z.string(), isRequired: z.boolean(), value: z.string() })
export type ImportWhole = z.infer<typeof ImportWhole>

/** A word of a column that names nothing yet: in how many rows, and the choice that is offered for it; empty for none. */
export const ImportWord = z.object({
  field: z.string(),
  text: z.string(),
  rows: z.number(),
  value: z.string(),
})
export type ImportWord = z.infer<typeof ImportWord>

export const ImportChoice = z.object({
  field: z.string(),
  options: z.array(z.object({ value: z.string(), name: z.string() })),
})
export type ImportChoice = z.infer<typeof ImportChoice>

/** A sheet (row 0) or a row of it that is no customer, and is left out. */
export const ImportLeft = z.object({ sheet: z.string(), row: z.number(), text: z.string() })
export type ImportLeft = z.infer<typeof ImportLeft>

/** Required fields that no column holds. A city names its province. */
export const missingFields = (needed: readonly string[], given: ReadonlySet<string>): string[] =>
  needed.filter((one) => !given.has(one) && !(one === '购车省份' && given.has('购车城市')))

/** How a row changes a file; numbers are masked. */
export const ImportChange = z.object({
  row: z.number(),
  /** Name of the sheet, if several are read together. */
  sheet: z.string().optional(),
  customer: z.string(),
  lines: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
})
export type ImportChange = z.infer<typeof ImportChange>

/** Follow-ups of an older system, from another sheet. */
export const ImportFollows = z.object({
  /** Empty if the workbook has no such sheet. */
  sheet: z.string(),
  headingRow: z.number(),
  total: z.number(),
  doneTotal: z.number(),
  /** Follow-ups that would be added (preview) or have been. */
  successTotal: z.number(),
  /** In the timeline already. */
  duplicateTotal: z.number(),
  failTotal: z.number(),
})

const Way = z.literal([importWay.onlyNew, importWay.fillBlanks, importWay.overwrite])

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
  /** The first 200 errors and unreadable optional cells; the workbook of failed rows has all. */
  errors: z.array(ImportError),
  /** Link to the workbook with the failed rows and their reasons; empty if none failed. */
  failedUrl: z.string(),
  /** Why the whole file was refused, or why the import stopped; empty otherwise. */
  refusal: z.string(),
  /** The table found in the workbook, before the import runs: its sheet, the row of its headings, and its columns. */
  sheet: z.string(),
  headingRow: z.number(),
  columns: z.array(ImportColumn),
  /** Other rows of the workbook that the member may name as the headings. */
  places: z.array(ImportPlace),
  /** Names of further sheets with the same headings, which are read as well. */
  sheets: z.array(z.string()),
  /** The fields that columns may hold. */
  fields: z.array(ImportField),
  wholes: z.array(ImportWhole),
  words: z.array(ImportWord),
  /** The values of words, and of fields for all rows. */
  choices: z.array(ImportChoice),
  left: z.array(ImportLeft),
  way: Way,
  /** The member may choose a way that updates files. */
  mayUpdate: z.boolean(),
  /** Files that would be updated (preview) or have been. */
  updateTotal: z.number(),
  /** Files that already are as the sheet says, and files that no import updates. */
  unchangedTotal: z.number(),
  skippedTotal: z.number(),
  /** The first 100 files with their changes. */
  changes: z.array(ImportChange),
  /** Until when the updates can be undone; 0 if they cannot. */
  undoUntil: z.number(),
  /** Files that an undo restored, and those that it left because they had changed since. */
  undoneTotal: z.number(),
  keptTotal: z.number(),
  follows: ImportFollows,
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

/**
 * Checks the rows again. `match`: which field each column holds, empty for none; remembered for the store and these headings. `words`: the
 * choice for each of the status's `words`, empty to leave it out; one that is missing takes what was offered. `wholes`: values for all
 * rows. `place`: which of the status's `places` holds the headings, instead of the row found.
 */
export const CheckImport = z.object({
  dealerId,
  importId: Id,
  match: z
    .array(z.object({ at: z.number().int().min(0).max(16_384), field: text(40) }))
    .max(1000)
    .optional(),
  words: z
    .array(z.object({ at: z.number().int().min(0).max(10_000), value: text(20) }))
    .max(10_000)
    .optional(),
  wholes: z
    .array(z.object({ field: text(40), value: text(100) }))
    .max(40)
    .optional(),
  place: z.number().int().min(0).max(1000).optional(),
  /** The way so far, if missing. */
  way: Way.optional(),
})
export type CheckImport = z.output<typeof CheckImport>

/** Link to a generated file, valid for the member who asked and for a limited time. */
export const FileAnswer = z.object({ filePath: z.string() })

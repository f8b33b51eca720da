import { z } from 'zod'
import { DateRange, dealerId, Id, page } from '../kernel/wire.ts'

/** What left the store, and who did what: both append-only. */

/** Days that an exported file can be fetched again. */
export const exportKeptDays = 7
/** No list of the audit counts further: whoever looks for something older narrows it down. */
export const auditMost = 10_000

/** A filter as it was set, in words. */
export const Asked = z.object({ label: z.string(), text: z.string() })
export type Asked = z.infer<typeof Asked>

export const ExportRecords = z.object({ dealerId, ...page, createdDate: DateRange })
export const ExportRecord = z.object({
  id: z.number(),
  createdAt: z.number(),
  exportName: z.string(),
  userName: z.string(),
  recordTotal: z.number(),
  asked: z.array(Asked),
  /** Whether the file can still be fetched. */
  isKept: z.boolean(),
})
export type ExportRecord = z.infer<typeof ExportRecord>

export const ExportFile = z.object({ dealerId, id: Id })

export const AuditList = z.object({
  dealerId,
  ...page,
  createdDate: DateRange,
  /** 0: everybody. */
  memberId: z.number().int().min(0).default(0),
  /** As `auditKinds`; 0: all. */
  kind: z.number().int().min(0).max(99).default(0),
  /** As `customer:123`; empty: all. */
  record: z
    .string()
    .regex(/^[a-z-]{0,20}(:[\w/.-]{1,80})?$/, '格式不正确')
    .default(''),
  isExport: z.union([z.literal(0), z.literal(1)]).default(0),
})
export const AuditRow = z.object({
  id: z.number(),
  createdAt: z.number(),
  memberId: z.number(),
  userName: z.string(),
  /** What was done: see `auditActions`. */
  title: z.string(),
  kind: z.number(),
  /** As `customer:123`; empty where it concerns none. */
  record: z.string(),
  /** Its name, as far as it has one. */
  recordName: z.string(),
  /** In words, numbers masked. */
  detail: z.string(),
  ip: z.string(),
})
export type AuditRow = z.infer<typeof AuditRow>
export const AuditListAnswer = z.object({
  data: z.array(AuditRow),
  /** `auditMost + 1` for more than are counted. */
  total: z.number(),
  /** Of the workbook, when it was asked for. */
  filePath: z.string().optional(),
})

/** Who looked at clear numbers far more often than usual: in the last 7 days, and in a week of the four before. */
export const RevealWatch = z.object({
  memberId: z.number(),
  userName: z.string(),
  recent: z.number(),
  usual: z.number(),
})
export type RevealWatch = z.infer<typeof RevealWatch>

/** Fewer than this a week are nobody's business. */
export const revealsWorthTelling = 10
export const timesUsual = 3

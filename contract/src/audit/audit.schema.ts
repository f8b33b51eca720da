import { z } from 'zod'
import { DateRange, dealerId, Id, page } from '../kernel/wire.ts'

/** The export log and the audit; both are append-only. */

/** Days for which an exported file can be downloaded again. */
export const exportKeptDays = 7
/** Most rows that an audit list counts; older rows need narrower filters. */
export const auditMost = 10_000

/** A filter that was set, as label and text. */
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
  /** Whether the file can still be downloaded. */
  isKept: z.boolean(),
})
export type ExportRecord = z.infer<typeof ExportRecord>

export const ExportFile = z.object({ dealerId, id: Id })

export const AuditList = z.object({
  dealerId,
  ...page,
  createdDate: DateRange,
  /** 0: all members. */
  memberId: z.number().int().min(0).default(0),
  /** One of `auditKinds`, or `exceptSignIns`; 0: all. */
  kind: z.number().int().min(0).max(99).default(0),
  /** Record such as `customer:123`; empty: all. */
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
  /** Title of the action (see `auditActions`). */
  title: z.string(),
  kind: z.number(),
  /** Record such as `customer:123`; empty if the action concerns none. */
  record: z.string(),
  /** Name of the record, if it has one. */
  recordName: z.string(),
  /** The details as text, numbers masked. */
  detail: z.string(),
  ip: z.string(),
})
export type AuditRow = z.infer<typeof AuditRow>
export const AuditListAnswer = z.object({
  data: z.array(AuditRow),
  /** `auditMost + 1` if there are more rows than are counted. */
  total: z.number(),
  /** Download link of the workbook, if one was requested. */
  filePath: z.string().optional(),
})

/** A member who revealed numbers far more often than usual: reveals of the last 7 days, and the weekly average of the four weeks before. */
export const RevealWatch = z.object({
  memberId: z.number(),
  userName: z.string(),
  recent: z.number(),
  usual: z.number(),
})
export type RevealWatch = z.infer<typeof RevealWatch>

/** Fewer reveals than this in a week are never reported. */
export const revealAlertCount = 10
export const timesUsual = 3

import { z } from 'zod'

/** Environment variables for the days that data is kept (docs/decisions/0089-retention.md). */

const days = (least: number, most: number, usual: number) =>
  z.coerce.number().int().min(least).max(most).default(usual)

const longest = 3650

/** Days, or 0 to keep all. */
const daysOrAll = (least: number) =>
  z.coerce
    .number()
    .int()
    .max(longest)
    .refine((value) => value === 0 || value >= least, `must be 0, which keeps all, or at least ${least}`)
    .default(0)

export const retentionVariables = {
  /** Action log. The database refuses to delete what is younger than 180 days. */
  KEEP_AUDIT_DAYS: daysOrAll(180),
  /** Recordings of calls; the call stays in the timeline. */
  KEEP_RECORDINGS_DAYS: daysOrAll(30),
  /** Photos of driving licences, from the handover of the keys; drive and signature stay. */
  KEEP_LICENCES_DAYS: days(7, longest, 90),
  /** Messages of other systems as they came: leads, order states, records. */
  KEEP_DELIVERIES_DAYS: days(7, longest, 90),
  /** Workbooks of exports. */
  KEEP_EXPORTS_DAYS: days(1, 7, 7),
  /** Input that was not saved. */
  KEEP_DRAFTS_DAYS: days(1, 7, 7),
  /** Sessions since the sign-in; unused ones end after 12 hours. */
  KEEP_SESSIONS_DAYS: days(1, 7, 7),
}

type RetentionVariables = z.infer<z.ZodObject<typeof retentionVariables>>

/** Days that each kind of data is kept; 0 keeps all. */
export interface Retention {
  readonly audit: number
  readonly recordings: number
  readonly licences: number
  readonly deliveries: number
  readonly exports: number
  readonly drafts: number
  readonly sessions: number
}

export const readRetention = (config: RetentionVariables): Retention => ({
  audit: config.KEEP_AUDIT_DAYS,
  recordings: config.KEEP_RECORDINGS_DAYS,
  licences: config.KEEP_LICENCES_DAYS,
  deliveries: config.KEEP_DELIVERIES_DAYS,
  exports: config.KEEP_EXPORTS_DAYS,
  drafts: config.KEEP_DRAFTS_DAYS,
  sessions: config.KEEP_SESSIONS_DAYS,
})

/** The periods without any setting. */
export const usualRetention: Retention = readRetention(z.object(retentionVariables).parse({}))

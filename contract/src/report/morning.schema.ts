import { z } from 'zod'
import { dealerId, halfFilled } from '../kernel/wire.ts'
import { measureNames } from './measures.ts'

/** The morning report and its subscription. */

/** Send time unless the member chooses another. */
export const usualMorningTime = '08:30'

/** The report of one day: work done the day before and work open today. */
export const MorningReport = z.object({
  /** The day before, YYYY-MM-DD. */
  yesterday: z.string(),
  leads: z.number(),
  files: z.number(),
  visits: z.number(),
  testDrives: z.number(),
  orders: z.number(),
  deliveries: z.number(),
  /** Open tasks due today, and those overdue from earlier days. */
  dueToday: z.number(),
  overdue: z.number(),
  /** The store's measures with a target in the month of that day, up to now. */
  month: z.array(
    z.object({
      measure: z.enum(measureNames),
      done: z.number(),
      target: z.number(),
      due: z.number().nullable(),
      forecast: z.number().nullable(),
    }),
  ),
  /** Members with overdue tasks, most first. */
  members: z.array(z.object({ memberId: z.number(), userName: z.string(), overdue: z.number() })),
})
export type MorningReport = z.infer<typeof MorningReport>

const setting = {
  isOn: z.boolean('请选择是否订阅'),
  /** `HH:MM` in Asia/Shanghai. */
  time: z.string('请选择时间').regex(/^([01]\d|2[0-3]):[0-5]\d$/, '请选择时间'),
  byBell: z.boolean().default(false),
  bySms: z.boolean().default(false),
  byWecom: z.boolean().default(false),
}
export const MorningSetting = z.object(setting)
export type MorningSetting = z.output<typeof MorningSetting>

type Ways = { isOn?: boolean; byBell?: boolean; bySms?: boolean; byWecom?: boolean }
export const UpdateMorning = z
  .object({ dealerId, ...setting })
  .refine(({ isOn, byBell, bySms, byWecom }: Ways) => !isOn || Boolean(byBell || bySms || byWecom), {
    path: ['byBell'],
    message: '请至少选择一种接收方式',
    ...halfFilled,
  })

export const MorningQuery = z.object({ dealerId })

export const Morning = z.object({
  setting: MorningSetting,
  /** Whether WeCom is configured and the member is bound to it. */
  hasWecom: z.boolean(),
  report: MorningReport,
})

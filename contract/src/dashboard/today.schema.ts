import { z } from 'zod'
import { CarOut } from '../desk/board.schema.ts'
import { dealerId } from '../kernel/wire.ts'
import { LeadTimes } from '../lead/list.schema.ts'
import { type TodayAction, todayActions, todayParts } from './today.rules.ts'

export const TodayQuery = z.object({ dealerId })

/** A customer or lead that the member has to work on. Instants are epoch seconds. */
export const TodayRow = z.object({
  part: z.enum(todayParts),
  action: z.enum(Object.keys(todayActions) as [TodayAction, ...TodayAction[]]),
  /** The open task, the customer, and a lead to clean; 0 for none. */
  activityId: z.number(),
  customerId: z.number(),
  clueId: z.number(),
  name: z.string(),
  /** Masked; empty for none. */
  mobile: z.string(),
  /** Empty for a lead. */
  level: z.string(),
  /** Planned activity; 0 for none. */
  activityType: z.number(),
  /** When the task is due, or when the lead came. */
  dueAt: z.number(),
  /** Length of an appointment by the hour; 0 while only the day is agreed. */
  minutes: z.number(),
  /** Series of the planned test drive, otherwise the intended ones. */
  seriesName: z.string(),
  /** The booked car; empty for none. */
  plate: z.string(),
  isConfirmed: z.boolean(),
  isEndangered: z.boolean(),
  /** When the customer came to the showroom, and since when they wait for a receiver; 0 for not. */
  cameAt: z.number(),
  waitsSince: z.number(),
  /** While the customer is on a test drive. */
  drive: CarOut.nullable(),
  /** When the customer's online lead was assigned, until the first follow-up; 0 without one. */
  assignedAt: z.number(),
  /** Source of a lead. */
  sourceName: z.string(),
  /** The last contact, 0 for none, and what was said; for a lead its inquiry. Numbers masked. */
  lastFollowAt: z.number(),
  content: z.string(),
})
export type TodayRow = z.infer<typeof TodayRow>

export const TodayAnswer = z.object({
  /** In the order to work through. */
  rows: z.array(TodayRow),
  /** How many more there are of each kind than are listed. */
  left: z.object({ leads: z.number(), overdue: z.number(), today: z.number() }),
  /** Tasks that the member completed today. */
  doneTotal: z.number(),
  /** Open appointments of today, and those of them that are test drives. */
  appointments: z.number(),
  testDrives: z.number(),
  /** Days from tomorrow on that have tasks, with their number. */
  next: z.array(z.object({ day: z.number(), total: z.number() })),
  /** The store's hours, in which the countdowns run. */
  hours: LeadTimes,
})
export type TodayAnswer = z.infer<typeof TodayAnswer>

import { z } from 'zod'
import { codeOf } from '../base/codes.ts'
import { appointmentMinutes } from '../customer/appointment.rules.ts'
import { filterAt, plannedAt } from '../kernel/dates.ts'
import { dealerId, halfFilled, Id, OptionalId, requiredLines, requiredPlate, text } from '../kernel/wire.ts'
import { withoutNumber } from '../kernel/numberless.ts'
import { appointmentTextMax, textProblem } from './text.rules.ts'

/** Appointments by the hour, and the store's test-drive cars (docs/product/appointment.md). */

/** A car for test drives. */
export const TestCar = z.object({
  carId: z.number(),
  seriesId: z.number(),
  seriesName: z.string(),
  plate: z.string(),
  note: z.string(),
  /** Minutes since midnight between which the car can be booked. */
  opensAt: z.number(),
  closesAt: z.number(),
  /** Off for service: keeps its bookings, takes no new ones. */
  isOff: z.boolean(),
})
export type TestCar = z.infer<typeof TestCar>

export const CarsAnswer = z.object({ data: z.array(TestCar) })

/** Most cars of a store. */
export const mostCars = 50

const Minute = (missing: string) =>
  z.number(missing).int(missing).min(0, missing).max(1440, missing).multipleOf(15, '请选择整刻钟')

export const SaveCar = z
  .object({
    dealerId,
    /** 0 adds a car. */
    carId: OptionalId,
    seriesId: codeOf('series', Id, '请选择车系'),
    plate: withoutNumber(requiredPlate('请输入车牌号', 12)),
    note: text(50),
    opensAt: Minute('请选择开始时间'),
    closesAt: Minute('请选择结束时间'),
    isOff: z.boolean().default(false),
  })
  .superRefine((value: Partial<{ opensAt: number; closesAt: number }>, context) => {
    if (value.opensAt !== undefined && value.closesAt !== undefined && value.closesAt <= value.opensAt)
      context.addIssue({ code: 'custom', path: ['closesAt'], message: '结束时间必须晚于开始时间' })
  }, halfFilled)
export type SaveCar = z.output<typeof SaveCar>

export const RemoveCar = z.object({ dealerId, carId: Id })

export const DayQuery = z.object({
  dealerId,
  /** Any second of the day. */
  day: filterAt('请选择日期'),
})

/** A planned visit or test drive with an hour. */
export const Appointment = z.object({
  activityId: z.number(),
  customerId: z.number(),
  dealId: z.number(),
  /** Surname and 先生 or 女士 for customers whom the member does not see. */
  name: z.string(),
  ownerId: z.number(),
  ownerName: z.string(),
  /** 2 visit, 3 test drive. */
  type: z.number(),
  seriesId: z.number(),
  seriesName: z.string(),
  /** From the hour on; once the keys are handed over, from them to the return. Epoch seconds. */
  startsAt: z.number(),
  minutes: z.number(),
  /** The booked car, or the one that was handed over; 0 for none. */
  carId: z.number(),
  /** The customer has confirmed it by the link of a text. */
  isConfirmed: z.boolean(),
  /** The customer was in the store on that day; a test drive stays open until it is recorded. */
  hasCome: z.boolean(),
  /** No longer planned: the customer came, or did not. Listed in the week and on past days. */
  isOver: z.boolean(),
  /** The customer has the keys (试驾中). */
  isOut: z.boolean(),
  /** Another customer has the booked car, which is not expected back in time. */
  isEndangered: z.boolean(),
  /** The member may open the file. */
  isSeen: z.boolean(),
  /** The member may move it: a seen one, and at the front desk any of the store. */
  isMovable: z.boolean(),
  /** The customer's level, which limits the new day; empty if the member may not move it. */
  level: z.string(),
})
export type Appointment = z.infer<typeof Appointment>

export const DayAnswer = z.object({
  /** The store's hours in minutes since midnight. */
  opensAt: z.number(),
  closesAt: z.number(),
  cars: z.array(TestCar),
  /** In the order of their hours. */
  data: z.array(Appointment),
})
export type DayAnswer = z.infer<typeof DayAnswer>

export const WeekQuery = z.object({
  dealerId,
  /** Any second of the week, which begins on Monday. */
  day: filterAt('请选择日期'),
})

export const WeekAnswer = z.object({
  /** The store's hours in minutes since midnight. */
  opensAt: z.number(),
  closesAt: z.number(),
  /** The consultants whom the member sees, and other owners with appointments in the week. */
  members: z.array(z.object({ memberId: z.number(), userName: z.string() })),
  /** Appointments of these members, in the order of their hours. */
  data: z.array(Appointment),
})
export type WeekAnswer = z.infer<typeof WeekAnswer>

/** Moves an appointment to another hour, length or car, or gives a plan of that day an hour. */
export const MoveAppointment = z.object({
  dealerId,
  customerId: Id,
  activityId: Id,
  startsAt: plannedAt('请选择时间'),
  minutes: z.literal([...appointmentMinutes], '请选择时长'),
  /** 0 books no car. */
  carId: OptionalId,
})
export type MoveAppointment = z.output<typeof MoveAppointment>

/** Ends an appointment; a call of today takes its place. */
export const CancelAppointment = MoveAppointment.pick({ dealerId: true, customerId: true, activityId: true })
export type CancelAppointment = z.output<typeof CancelAppointment>

/** `undoId` takes the move or the cancellation back; valid for a minute. */
export const MoveAnswer = z.object({ undoId: z.number() })

const Template = requiredLines('请输入短信内容', appointmentTextMax).superRefine((content, context) => {
  const message = textProblem(content)
  if (message) context.addIssue({ code: 'custom', message })
})

/** The store's texts to customers about their appointments. */
export const SaveTexts = z.object({
  dealerId,
  isOn: z.boolean(),
  booked: Template,
  moved: Template,
  evening: Template,
})
export type SaveTexts = z.output<typeof SaveTexts>

export const TextsAnswer = z.object({
  isOn: z.boolean(),
  booked: z.string(),
  moved: z.string(),
  evening: z.string(),
  /** The product's public address, which links in texts begin with; empty if none is configured. */
  origin: z.string(),
})
export type TextsAnswer = z.infer<typeof TextsAnswer>

/** The member's calendar address. */
export const FeedAnswer = z.object({
  /** Epoch seconds; 0 while there is none. */
  createdAt: z.number(),
})

export const NewFeedAnswer = z.object({
  /** The secret path, as `/ics/…`. It is stored hashed, so only this response shows it. */
  path: z.string(),
})

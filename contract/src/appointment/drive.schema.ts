import { z } from 'zod'
import { appointmentMinutes } from '../customer/appointment.rules.ts'
import { FoundCustomer } from '../find/find.schema.ts'
import { filterAt } from '../kernel/dates.ts'
import { pictureKeys } from '../kernel/pictures.ts'
import { dealerId, halfFilled, Id, keyword, OptionalId } from '../kernel/wire.ts'

/** The course of a test drive: hand over the keys, sign, drive, bring the car back. */

/** How the agreement was signed. */
export const agreementKind = { tablet: 1, paper: 2 } as const

/** Minutes after the agreed end before a car counts as overdue. */
export const overdueMinutes = 15
/** Minutes of a test drive without an agreed length. */
export const usualDriveMinutes = 60

export const DrivesQuery = z.object({ dealerId, day: filterAt('请选择日期') })

/** A test drive of a day: planned, under way, or done. */
export const Drive = z.object({
  activityId: z.number(),
  customerId: z.number(),
  /** Surname and 先生 or 女士 for customers whom the member does not see. */
  name: z.string(),
  ownerName: z.string(),
  seriesId: z.number(),
  seriesName: z.string(),
  /** When it is planned; the start of the day without an hour. Epoch seconds. */
  startsAt: z.number(),
  /** 0 without an hour. */
  minutes: z.number(),
  /** The car that was handed over, else the booked one; 0 for none. */
  carId: z.number(),
  plate: z.string(),
  /** 0 until the keys are handed over. */
  driveId: z.number(),
  agreement: z.number(),
  outAt: z.number(),
  outKm: z.number(),
  /** 0 until the car is back. */
  backAt: z.number(),
  backKm: z.number(),
  /** It began without an appointment (现场试驾). */
  isWalkUp: z.boolean(),
  /** Another customer has the booked car, which is not expected back in time. */
  isEndangered: z.boolean(),
  /** The last known mileage of the car; 0 if unknown. */
  lastKm: z.number(),
  /** The maker's test-drive system has sent its report of it. */
  isShared: z.boolean(),
  isSeen: z.boolean(),
  /** The member may hand over the keys and take the car back. */
  mayHand: z.boolean(),
})
export type Drive = z.infer<typeof Drive>
export const DrivesAnswer = z.object({ data: z.array(Drive) })

const km = (missing: string) =>
  z.number(missing).int(missing).min(0, missing).max(999_999, '里程不能大于999999公里')

const keys = z.object({
  dealerId,
  customerId: Id,
  carId: OptionalId.refine((id) => id > 0, '请选择试驾车'),
  outKm: km('请输入出发里程'),
  agreement: z.literal([1, 2], '请选择协议签署方式'),
  /** Version of the agreement that the customer read. */
  version: z.number().int().min(1).max(1_000_000).default(1),
  /** Key of the picture of the driving licence; '' for none. */
  licence: pictureKeys(200),
  /** Key of the drawn signature. */
  signature: pictureKeys(200),
})

/** Reports a missing signature. */
function checkSigned(value: Partial<z.output<typeof keys>>, context: z.RefinementCtx): void {
  if (value.agreement === agreementKind.tablet && !value.signature)
    context.addIssue({ code: 'custom', path: ['signature'], message: '请客户签名' })
}

export const HandOver = keys.extend({ activityId: Id }).superRefine(checkSigned, halfFilled)
export type HandOver = z.output<typeof HandOver>

/** Starts a test drive without an appointment, for a customer in the showroom. */
export const WalkUp = keys
  .extend({
    customerId: OptionalId.refine((id) => id > 0, '请选择客户'),
    minutes: z.literal([...appointmentMinutes], '请选择时长'),
  })
  .superRefine(checkSigned, halfFilled)
export type WalkUp = z.output<typeof WalkUp>

/** `undoId` takes the step back; valid for a minute. */
export const DriveAnswer = z.object({ undoId: z.number() })

export const FindDriver = z.object({
  dealerId,
  key: keyword,
  /** Used without a key: returns this customer, as a restored draft names it. */
  customerId: Id.optional(),
})
export type FindDriver = z.output<typeof FindDriver>
/** Best matches first. */
export const FindDriverAnswer = z.object({ data: z.array(FoundCustomer) })

export const TakeBack = z.object({ dealerId, driveId: Id, backKm: km('请输入还车里程') })
export type TakeBack = z.output<typeof TakeBack>

/** Corrects the mileage of a drive. */
export const CorrectDrive = z.object({
  dealerId,
  driveId: Id,
  outKm: km('请输入出发里程'),
  /** Ignored while the car is out. */
  backKm: km('请输入还车里程').default(0),
})
export type CorrectDrive = z.output<typeof CorrectDrive>

/** Minutes from the keys to the car back, one at least. */
export const drivenMinutes = ({ outAt, backAt }: Pick<Drive, 'outAt' | 'backAt'>): number =>
  Math.max(1, Math.round((backAt - outAt) / 60))

/** When a car should be back, in epoch seconds. */
export const dueBack = ({ outAt, minutes }: Pick<Drive, 'outAt' | 'minutes'>): number =>
  outAt + (minutes || usualDriveMinutes) * 60

export const isOverdue = (drive: Pick<Drive, 'outAt' | 'backAt' | 'minutes'>, now: number): boolean =>
  drive.outAt > 0 && drive.backAt === 0 && now > dueBack(drive) + overdueMinutes * 60

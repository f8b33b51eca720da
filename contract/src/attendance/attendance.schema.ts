import { z } from 'zod'
import { dealerId, halfFilled, lines, oneOf, Seconds, text } from '../kernel/wire.ts'
import { signType } from './attendance.rules.ts'

/** Signing in to and out of a working day. */

export const placeMax = 100
export const remarkMax = 200

const placeUnknown = '定位信息不正确'

/** The browser sends the place, both coordinates or none. The server sets the time. */
export const Sign = z
  .object({
    dealerId,
    type: oneOf([signType.in, signType.out], '请选择签到或签退'),
    isOutside: z.boolean('请选择是否外出').default(false),
    lat: z.number(placeUnknown).min(-90, placeUnknown).max(90, placeUnknown).optional(),
    lng: z.number(placeUnknown).min(-180, placeUnknown).max(180, placeUnknown).optional(),
    address: text(placeMax),
    remark: lines(remarkMax),
  })
  .refine(({ lat, lng }) => (lat === undefined) === (lng === undefined), {
    path: ['lat'],
    message: placeUnknown,
    ...halfFilled,
  })
  .refine(({ isOutside, remark }) => !isOutside || remark !== '', {
    path: ['remark'],
    message: '外出签到请填写备注',
    ...halfFilled,
  })

export const SignRow = z.object({
  id: z.number(),
  /** 1 in, 2 out. */
  type: z.literal(Object.values(signType)),
  at: Seconds,
  isOutside: z.boolean(),
  /** Whether the browser sent a place. */
  hasPlace: z.boolean(),
  address: z.string(),
  remark: z.string(),
})
export type SignRow = z.infer<typeof SignRow>

export const SignDay = z.object({
  /** YYYY-MM-DD in Asia/Shanghai. */
  day: z.string(),
  /** Hours valid on that day, `HH:MM`. */
  inTime: z.string(),
  offTime: z.string(),
  /** The member must sign in: not on rest days and not if excused. */
  isDue: z.boolean(),
  /** In order of time. */
  signs: z.array(SignRow),
})
export type SignDay = z.infer<typeof SignDay>

/** `now` is the server's clock in epoch seconds. */
export const Today = z.object({ now: Seconds, data: SignDay })

export const MonthQuery = z.object({
  dealerId,
  month: z.string('请选择月份').regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '请选择月份'),
})
/** The days of the month up to today on which the member was due or signed, oldest first. */
export const Month = z.object({ now: Seconds, data: z.array(SignDay) })

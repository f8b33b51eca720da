import type { MoveAppointment } from '@showroom/contract/appointment/appointment.schema'
import { nextDateProblem } from '@showroom/contract/customer/add.schema'
import { hoursText } from '@showroom/contract/customer/appointment.rules'
import { activityType, arrivalTypes, timelineType } from '@showroom/contract/customer/customer.rules'
import { addDays, dayStart, dayText } from '@showroom/contract/kernel/day'
import {
  cancelOpenActivity,
  changeDeal,
  findOpenActivity,
  insertActivity,
  lockCustomer,
  recordTimeline,
} from '../customer/index.ts'
import { instantOf, secondsOf } from '../platform/clock.ts'
import type { Context } from '../platform/http/handler.ts'
import { Refusal, refuseField } from '../platform/refusal.ts'
import { listAppointments } from './booking.repository.ts'
import { book } from './booking.service.ts'
import { getHours, listCars } from './car.repository.ts'

/** Appointments of a day, and moving one. */

export async function readDay({ db, session }: Context, { day }: { readonly day: number }) {
  const { scope } = session
  const span = { from: new Date(dayStart(day) * 1000), until: new Date(addDays(day, 1) * 1000) }
  return {
    ...(await getHours(db, scope)),
    cars: await listCars(db, scope),
    data: await listAppointments(db, scope, span),
  }
}

/**
 * Moves a planned visit or test drive to another hour, length or car. Like every change of a plan it cancels the activity and plans
 * another one, so that numbers of past days stay. The day must lie in the level's window.
 */
export async function moveAppointment(context: Context, request: MoveAppointment) {
  const { db, session, now } = context
  const { scope } = session
  const { startsAt, minutes, carId } = request
  const customer = await lockCustomer(context, request.customerId, {
    action: 'follow',
    ...(session.flags.allowFront && { reach: 'store' }),
  })
  const open = await findOpenActivity(db, scope, customer.dealId)
  if (open?.id !== request.activityId || !arrivalTypes.includes(open.type)) throw new Refusal('STALE')
  const late = nextDateProblem({ level: customer.level, nextDate: startsAt }, secondsOf(now))
  if (late) throw refuseField('INVALID', 'startsAt', late)
  if (carId && open.type !== activityType.testDrive)
    throw refuseField('INVALID', 'carId', '只有试驾可以预约试驾车')
  const at = instantOf(startsAt) ?? now
  await cancelOpenActivity(db, scope, customer.dealId, now)
  const activityId = await insertActivity(db, scope, {
    customerId: customer.customerId,
    dealId: customer.dealId,
    ownerId: customer.ownerId,
    type: open.type,
    dueAt: at,
    testSeriesId: open.testSeriesId,
    minutes,
    carId,
    at: now,
  })
  if (carId)
    await book(db, scope, { activityId, carId, seriesId: open.testSeriesId ?? 0, startsAt, minutes }, 'carId')
  await changeDeal(db, scope, customer.dealId, { next_follow_at: at, next_activity_type: open.type })
  await recordTimeline(context, customer, {
    type: timelineType.annotated,
    subject: '改约',
    content: `预约改为${dayText(startsAt)} ${hoursText({ startsAt, minutes })}`,
  })
  return {}
}

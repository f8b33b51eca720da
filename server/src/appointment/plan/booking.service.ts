import { hourProblem, isWithin, quartersOf } from '@showroom/contract/customer/appointment.rules'
import type { TestCar } from '@showroom/contract/appointment/appointment.schema'
import { errors } from '@showroom/contract/kernel/errors'
import { secondsOf } from '../../platform/clock.ts'
import type { Executor } from '../../platform/db/client.ts'
import type { Actor } from '../../platform/live/events.ts'
import { refuseAll, refuseField } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/session/session.ts'
import { bookQuarters } from './booking.repository.ts'
import { getHours, lockCar } from '../car/car.repository.ts'

/** Bookings of test-drive cars. */

export interface Booking {
  readonly activityId: number
  readonly carId: number
  /** Series of the test drive. */
  readonly seriesId: number
  /** Epoch seconds, at a quarter of an hour. */
  readonly startsAt: number
  readonly minutes: number
}

/** Request fields that hold an appointment's start and its car. */
interface Fields {
  readonly start: string
  readonly car: string
}

/** Checks the hour of an appointment and books its car, or refuses at the fields. Every call that plans by the hour ends here. */
export async function hold(
  { db, scope, now }: Pick<Actor, 'db' | 'scope' | 'now'>,
  booking: Booking,
  fields: Fields,
): Promise<void> {
  const atStart = hourProblem(booking, await getHours(db, scope), secondsOf(now))
  const atCar = booking.carId ? carProblem(await lockCar(db, scope, booking.carId), booking) : undefined
  refuseAll([
    ...(atStart ? [{ path: fields.start, text: atStart }] : []),
    ...(atCar ? [{ path: fields.car, text: atCar }] : []),
  ])
  if (booking.carId) await takeOrRefuse(db, scope, booking, fields.car)
}

/** Books a car for a drive that begins now, or refuses at `field`. */
export async function book(db: Executor, scope: Scope, booking: Booking, field: string): Promise<void> {
  const problem = carProblem(await lockCar(db, scope, booking.carId), booking)
  if (problem) throw refuseField('INVALID', field, problem)
  await takeOrRefuse(db, scope, booking, field)
}

function carProblem(car: TestCar | undefined, booking: Booking): string | undefined {
  if (!car || car.isOff) return '该试驾车已停用，请重新选择'
  if (car.seriesId !== booking.seriesId) return '该试驾车不是所选的试驾车系'
  return isWithin(booking, car) ? undefined : '该试驾车这段时间不开放'
}

/** The lock of the car and the key of the quarters let no two appointments share one. */
async function takeOrRefuse(db: Executor, scope: Scope, booking: Booking, field: string): Promise<void> {
  if (!(await take(db, scope, booking))) throw refuseField('CAR_TAKEN', field, errors.CAR_TAKEN.text)
}

/** Books a car again for the appointment that had it. Returns false if it is gone or taken; its hours and service do not matter. */
export const bookAgain = async (db: Executor, scope: Scope, booking: Booking): Promise<boolean> =>
  (await lockCar(db, scope, booking.carId)) !== undefined && take(db, scope, booking)

/** Books the quarters of a locked car. */
const take = (db: Executor, scope: Scope, booking: Booking): Promise<boolean> =>
  bookQuarters(db, scope, { ...booking, quarters: quartersOf(booking).map((at) => new Date(at * 1000)) })

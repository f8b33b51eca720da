import { isWithin, quartersOf } from '@showroom/contract/customer/appointment.rules'
import { errors } from '@showroom/contract/kernel/errors'
import type { Executor } from '../../platform/db/client.ts'
import { refuseField } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/session/session.ts'
import { bookQuarters } from './booking.repository.ts'
import { lockCar } from '../car/car.repository.ts'

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

/** Books a car for an appointment, or refuses at `field`. The lock of the car and the key of the quarters let no two appointments share one. */
export async function book(db: Executor, scope: Scope, booking: Booking, field: string): Promise<void> {
  const { carId, seriesId, startsAt, minutes } = booking
  const car = await lockCar(db, scope, carId)
  if (!car || car.isOff) throw refuseField('INVALID', field, '该试驾车已停用，请重新选择')
  if (car.seriesId !== seriesId) throw refuseField('INVALID', field, '该试驾车不是所选的试驾车系')
  if (!isWithin({ startsAt, minutes }, car)) throw refuseField('INVALID', field, '该试驾车这段时间不开放')
  if (!(await take(db, scope, booking))) throw refuseField('CAR_TAKEN', field, errors.CAR_TAKEN.text)
}

/** Books a car again for the appointment that had it. Returns false if it is gone or taken; its hours and service do not matter. */
export const bookAgain = async (db: Executor, scope: Scope, booking: Booking): Promise<boolean> =>
  (await lockCar(db, scope, booking.carId)) !== undefined && take(db, scope, booking)

/** Books the quarters of a locked car. */
const take = (db: Executor, scope: Scope, booking: Booking): Promise<boolean> =>
  bookQuarters(db, scope, { ...booking, quarters: quartersOf(booking).map((at) => new Date(at * 1000)) })

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
import { isOutDuring } from '../car/out.repository.ts'

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

type Booker = Pick<Actor, 'db' | 'scope' | 'now'>

/** Checks the hour of an appointment and books its car, or refuses at the fields. Every call that plans by the hour ends here. */
export async function hold(by: Booker, booking: Booking, fields: Fields): Promise<void> {
  const { db, scope, now } = by
  const atStart = hourProblem(booking, await getHours(db, scope), secondsOf(now))
  const atCar = booking.carId ? carProblem(await lockCar(db, scope, booking.carId), booking) : undefined
  refuseAll([
    ...(atStart ? [{ path: fields.start, text: atStart }] : []),
    ...(atCar ? [{ path: fields.car, text: atCar }] : []),
  ])
  if (booking.carId) await takeOrRefuse(by, booking, fields.car)
}

/** Books a car for a drive that begins now, or refuses at `field`. */
export async function book(by: Booker, booking: Booking, field: string): Promise<void> {
  const problem = carProblem(await lockCar(by.db, by.scope, booking.carId), booking)
  if (problem) throw refuseField('INVALID', field, problem)
  await takeOrRefuse(by, booking, field)
}

function carProblem(car: TestCar | undefined, booking: Booking): string | undefined {
  if (!car || car.isOff) return '该试驾车已停用，请重新选择'
  if (car.seriesId !== booking.seriesId) return '该试驾车不是所选的试驾车系'
  return isWithin(booking, car) ? undefined : '该试驾车这段时间不开放'
}

/**
 * The lock of the car and the key of the quarters let no two appointments share one; a car that is out is taken until its expected return.
 */
async function takeOrRefuse({ db, scope, now }: Booker, booking: Booking, field: string): Promise<void> {
  const { carId, startsAt, minutes } = booking
  const span = { from: new Date(startsAt * 1000), until: new Date((startsAt + minutes * 60) * 1000), now }
  const isTaken = (await isOutDuring(db, scope, carId, span)) || !(await take(db, scope, booking))
  if (isTaken) throw refuseField('CAR_TAKEN', field, errors.CAR_TAKEN.text)
}

/** Books a car again for the appointment that had it. Returns false if it is gone or taken; its hours and service do not matter. */
export const bookAgain = async (db: Executor, scope: Scope, booking: Booking): Promise<boolean> =>
  (await lockCar(db, scope, booking.carId)) !== undefined && take(db, scope, booking)

/** Books the quarters of a locked car. */
const take = (db: Executor, scope: Scope, booking: Booking): Promise<boolean> =>
  bookQuarters(db, scope, { ...booking, quarters: quartersOf(booking).map((at) => new Date(at * 1000)) })

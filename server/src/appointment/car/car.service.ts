import { mostCars } from '@showroom/contract/appointment/appointment.schema'
import type { SaveCar } from '@showroom/contract/appointment/appointment.schema'
import { cleanGroups } from '@showroom/contract/kernel/clean'
import { unlessShown } from '@showroom/contract/kernel/mask'
import { audit } from '../../platform/auditing/audit.ts'
import type { Context } from '../../platform/http/handler.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { isBooked } from '../plan/booking.repository.ts'
import { isOut } from '../drive/drive.repository.ts'
import { insertCar, listCars, lockCar, lockCars, removeCar, updateCar } from './car.repository.ts'

/** The settings of the store's test-drive cars. */

const plateExists = (): Refusal => refuseField('CAR_EXISTS', 'plate', '该车牌号已登记')

/** Adds or changes a car. Bookings outside of new hours stay. */
export async function saveCar(context: Context, { carId, ...form }: SaveCar) {
  const { db, session, now } = context
  const { scope } = session
  await lockCars(db, scope)
  const { plate } = form
  const cars = await listCars(db, scope)
  // Cars of before have the blanks and dots of their plates.
  const isTaken = cars.some((car) => car.carId !== carId && cleanGroups(car.plate) === plate)
  const values = {
    series_id: form.seriesId,
    plate,
    note: form.note,
    opens_at: form.opensAt,
    closes_at: form.closesAt,
    is_off: form.isOff,
  }
  if (carId) {
    const before = await lockCar(db, scope, carId)
    if (!before) throw new Refusal('NOT_FOUND')
    if (isTaken) throw plateExists()
    const note = unlessShown(form.note, before.note)
    await updateCar(db, scope, carId, { ...values, note })
    await audit(context, 'setting', `test-car:${carId}`, { old: before.plate, new: plate })
    return {}
  }
  if (cars.length >= mostCars) throw new Refusal('CARS_TOO_MANY')
  if (isTaken) throw plateExists()
  const made = await insertCar(db, scope, values, now)
  await audit(context, 'setting', `test-car:${made}`, { old: null, new: plate })
  return {}
}

/** Removes a car that is in the store, without bookings ahead. */
export async function deleteCar(context: Context, { carId }: { readonly carId: number }) {
  const { db, session, now } = context
  const { scope } = session
  const car = await lockCar(db, scope, carId)
  if (!car) throw new Refusal('NOT_FOUND')
  if (await isBooked(db, scope, carId, now)) throw new Refusal('CAR_BOOKED')
  if (await isOut(db, scope, carId)) throw new Refusal('CAR_OUT')
  await removeCar(db, scope, carId, now)
  await audit(context, 'setting', `test-car:${carId}`, { old: car.plate, new: null })
  return {}
}

import type { APIRequestContext } from '@playwright/test'
import type { TestCar } from '@showroom/contract/appointment/appointment.schema'
import { anyMobile, inDays, series } from './customers.ts'
import { people } from './people.ts'
import { mustPost, sessionOf } from './session.ts'

/** Hours of a car, in minutes since midnight. */
const usual = { opensAt: 9 * 60, closesAt: 18 * 60 }
/** Hours of a car that can be booked at any time of the day. */
export const always = { opensAt: 0, closesAt: 24 * 60 }

/** Adds a test-drive car. The few of the demo may all be out, also by other journeys. */
export async function addCar(request: APIRequestContext, hours = usual): Promise<TestCar> {
  const by = sessionOf(people.salesManager)
  const plate = `浙D${anyMobile().slice(-5)}`
  await mustPost(request, '/v1/appointmentRpc/saveCar', { seriesId: series.id, plate, ...hours }, by)
  const { cars } = await mustPost<{ cars: TestCar[] }>(
    request,
    '/v1/appointmentRpc/day',
    { day: inDays(0) },
    by,
  )
  const made = cars.find((car) => car.plate === plate)
  if (!made) throw new Error(`${plate} was not saved`)
  return made
}

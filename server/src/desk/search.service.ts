import type {
  ArrivalSearch,
  ArrivalSearchAnswer,
  FoundArrival,
  FoundCar,
} from '@showroom/contract/desk/list.schema'
import { cleanGroups } from '@showroom/contract/kernel/clean'
import type { z } from 'zod'
import { listByPlate } from '../appointment/index.ts'
import { lookUpKey } from '../platform/limits/number-search.ts'
import type { Context } from '../platform/http/handler.ts'
import { dayOf, readFloor } from './floor.ts'
import { type Arrival, listArrivals, searchArrivals } from './list.repository.ts'
import { listExpected } from './visit.repository.ts'

/** One search for everyone at the door: customers by name or number, and test-drive cars by plate. */

type Query = z.output<typeof ArrivalSearch>

/** Shortest part of a plate. One without a letter or a digit is a name. */
const shortestPlate = 3

const plateOf = (key: string): string | undefined => {
  const text = cleanGroups(key)
  return text.length >= shortestPlate && /[A-Z\d]/.test(text) ? text : undefined
}

export async function search(context: Context, query: Query): Promise<ArrivalSearchAnswer> {
  if (query.key === '') return { data: [], total: 0, cars: [], walkIn: null }
  const { db, now } = context
  const { scope } = context.session
  const plate = plateOf(query.key)
  const [page, byPlate, floor] = await Promise.all([
    lookUpKey(
      context,
      query.key,
      () => searchArrivals(db, scope, query, now),
      ({ total }) => total === 0,
    ),
    plate === undefined ? [] : listByPlate(db, scope, plate),
    readFloor({ db, scope, now }),
  ])
  const drivers = byPlate.map(({ customerId }) => customerId).filter(Boolean)
  const of = {
    customerIds: [...page.data.map(({ id }) => id), ...drivers],
    plates: byPlate.map((car) => car.plate),
  }
  const expected = await listExpected(db, scope, { day: dayOf(now), now, of })
  /** Customers of each car: the one with the keys, then those who have booked it. */
  const ofCars = byPlate.map(({ customerId, plate: own }) => [
    ...(customerId ? [customerId] : []),
    ...expected.flatMap((one) => (one.plate === own ? [one.customerId] : [])),
  ])
  const rows = ofCars.some((ids) => ids.length > 0) ? await listArrivals(db, scope, ofCars.flat(), now) : []
  const memberOf = (memberId: number | undefined) => {
    const one = floor.members.find((member) => member.memberId === memberId)
    return one
      ? { memberId: one.memberId, userName: one.userName, absence: one.absence, serving: one.serving }
      : null
  }
  const resultOf = ({ ownerId, ...row }: Arrival): FoundArrival => {
    const visit = floor.data.find(({ customerId }) => customerId === row.id) ?? null
    return {
      ...row,
      isPresent: visit !== null,
      owner: memberOf(ownerId),
      expected: expected.find(({ customerId }) => customerId === row.id) ?? null,
      visit,
      suggested: memberOf(visit?.suggestedId),
    }
  }
  const cars = byPlate.map(({ plate: own, seriesName, out }, at): FoundCar => {
    const ids = ofCars[at] ?? []
    const customers = ids.flatMap((id) => rows.filter((row) => row.id === id)).map(resultOf)
    return { plate: own, seriesName, out, customers }
  })
  return { data: page.data.map(resultOf), total: page.total, cars, walkIn: memberOf(floor.walkInId) }
}

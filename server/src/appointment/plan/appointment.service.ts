import { addDays, dayStart, weekStart } from '@showroom/contract/kernel/day'
import type { Context } from '../../platform/http/handler.ts'
import { listAppointments, listConsultants } from './booking.repository.ts'
import { getHours, listCars } from '../car/car.repository.ts'

/** The appointments of a day, and of a team's week. */

const instant = (seconds: number): Date => new Date(seconds * 1000)

/** Lists a day. Only past days include appointments that are over, whose hours today are free again. */
export async function readDay({ db, session, now }: Context, { day }: { readonly day: number }) {
  const { scope, flags } = session
  const hours = await getHours(db, scope)
  const span = { from: instant(dayStart(day)), until: instant(addDays(day, 1)), now }
  const opening = instant(dayStart(day) + hours.opensAt * 60)
  return {
    ...hours,
    cars: await listCars(db, scope),
    data: await listAppointments(db, scope, { ...span, opening, withOver: span.until <= now, flags }),
  }
}

/** The week of the consultants whom the member sees. Other owners have a place while they have appointments. */
export async function readWeek({ db, session, now }: Context, { day }: { readonly day: number }) {
  const { scope, flags } = session
  const monday = weekStart(day)
  const span = { from: instant(monday), until: instant(addDays(monday, 7)), opening: instant(monday), now }
  const data = await listAppointments(db, scope, { ...span, withOver: true, flags, ofSeen: true })
  const members = new Map(
    [
      ...(await listConsultants(db, scope)),
      ...data.map(({ ownerId, ownerName }) => ({ memberId: ownerId, userName: ownerName })),
    ].map((one) => [one.memberId, one]),
  )
  return { ...(await getHours(db, scope)), members: [...members.values()], data }
}

import type { Appointment } from '@showroom/contract/appointment/appointment.schema'
import { overlaps, quarterMinutes } from '@showroom/contract/customer/appointment.rules'
import { dayStart } from '@showroom/contract/kernel/day'

/** Geometry of the lanes of a day. Free of DOM. */

/** Minutes since midnight. */
export interface Hours {
  readonly opensAt: number
  readonly closesAt: number
}

const startOf = ({ startsAt }: Appointment): number => (startsAt - dayStart(startsAt)) / 60

/** Whole hours that hold the store's hours, those of its cars, and all appointments. */
export function laneHours(day: {
  readonly opensAt: number
  readonly closesAt: number
  readonly cars: readonly Hours[]
  readonly data: readonly Appointment[]
}): Hours {
  const spans = [
    day,
    ...day.cars,
    ...day.data.map((one) => ({ opensAt: startOf(one), closesAt: startOf(one) + one.minutes })),
  ]
  return {
    opensAt: Math.floor(Math.min(...spans.map(({ opensAt }) => opensAt)) / 60) * 60,
    closesAt: Math.ceil(Math.max(...spans.map(({ closesAt }) => closesAt)) / 60) * 60,
  }
}

/** The full hours of a lane, in minutes since midnight. */
export const marksOf = ({ opensAt, closesAt }: Hours): number[] =>
  Array.from({ length: (closesAt - opensAt) / 60 + 1 }, (_one, at) => opensAt + at * 60)

/** Place of a minute in its lane, in percent. */
export const placeOf = (minute: number, { opensAt, closesAt }: Hours): number =>
  ((minute - opensAt) / (closesAt - opensAt)) * 100

/** The instant that a drag of so many pixels leads to, at a quarter of an hour within the lane. */
export function dragged(
  appointment: Appointment,
  pixels: number,
  width: number,
  { opensAt, closesAt }: Hours,
): number {
  const minutes = (pixels / width) * (closesAt - opensAt)
  const to = Math.round((startOf(appointment) + minutes) / quarterMinutes) * quarterMinutes
  const least = Math.min(Math.max(to, opensAt), closesAt - appointment.minutes)
  return dayStart(appointment.startsAt) + least * 60
}

/** Appointments with their row, so that those at the same time lie below each other; `appointments` in the order of their hours. */
export function rowsOf(
  appointments: readonly Appointment[],
): { readonly one: Appointment; readonly row: number }[] {
  const placed: { one: Appointment; row: number }[] = []
  for (const one of appointments) {
    const taken = new Set(placed.filter((other) => overlaps(other.one, one)).map(({ row }) => row))
    let row = 0
    while (taken.has(row)) row += 1
    placed.push({ one, row })
  }
  return placed
}

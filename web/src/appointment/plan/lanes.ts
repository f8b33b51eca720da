import type { Appointment } from '@showroom/contract/appointment/appointment.schema'
import {
  appointmentMinutes,
  overlaps,
  quarterMinutes,
  type Span,
} from '@showroom/contract/customer/appointment.rules'
import { dayStart } from '@showroom/contract/kernel/day'

/** Geometry of the lanes of a day. Free of DOM. */

/** Minutes since midnight. */
export interface Hours {
  readonly opensAt: number
  readonly closesAt: number
}

/** Height of a row of appointments, in pixels. */
export const rowHeight = 48

const startOf = ({ startsAt }: Appointment): number => (startsAt - dayStart(startsAt)) / 60

/** Whole hours that hold the store's hours and all appointments. A car's hours outside of the store's cannot be booked. */
export function laneHours(day: {
  readonly opensAt: number
  readonly closesAt: number
  readonly data: readonly Appointment[]
}): Hours {
  const spans = [
    day,
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

/** A free span of a lane. */
export interface FreeSpan {
  readonly startsAt: number
  /** Shorter than usual where the lane is taken or closed before. */
  readonly minutes: number | undefined
}

/** The free span at a pressed minute: its half hour, moved behind what ends before; undefined in the past. */
export function freeSpanAt(
  minute: number,
  {
    day,
    closesAt,
    taken,
    now,
    usual,
  }: {
    readonly day: number
    readonly closesAt: number
    readonly taken: readonly Span[]
    readonly now: number
    readonly usual: number
  },
): FreeSpan | undefined {
  const pressed = day + minute * 60
  if (pressed < now) return undefined
  const quarter = quarterMinutes * 60
  const ends = taken.map((one) => one.startsAt + one.minutes * 60).filter((end) => end <= pressed)
  const startsAt = Math.max(day + Math.floor(minute / 30) * 1800, Math.ceil(now / quarter) * quarter, ...ends)
  const next = taken.map((one) => one.startsAt).filter((start) => start >= startsAt)
  const room = (Math.min(day + closesAt * 60, ...next) - startsAt) / 60
  return {
    startsAt,
    minutes: room < usual ? appointmentMinutes.findLast((length) => length <= room) : undefined,
  }
}

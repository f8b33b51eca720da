import type { Appointment, DayAnswer } from '@showroom/contract/appointment/appointment.schema'
import { hourProblem, overlaps, startsWithin } from '@showroom/contract/customer/appointment.rules'
import { clockText, dayStart } from '@showroom/contract/kernel/day'

interface Asked {
  readonly date: number
  readonly minutes: number
  readonly ownerId: number
  /** The chosen start, which stays on offer. */
  readonly start: number | undefined
  /** Epoch seconds. */
  readonly now: number
}

/** Options of a select of hours: the starts of a day that can still be planned, in minutes since midnight, with the owner's appointments. */
export function startOptions(
  day: DayAnswer | undefined,
  others: readonly Appointment[],
  { date, minutes, ownerId, start, now }: Asked,
) {
  const own = others.filter((one) => one.ownerId === ownerId)
  return (day ? startsWithin(date, minutes, day) : []).flatMap((startsAt) => {
    const value = (startsAt - dayStart(date)) / 60
    const span = { startsAt, minutes }
    if (day && hourProblem(span, day, now) && value !== start) return []
    const taken = own.filter((one) => overlaps(one, span))
    const label = clockText(startsAt)
    return { value, label: taken.length > 0 ? `${label} · 已有${taken.length}个预约` : label }
  })
}

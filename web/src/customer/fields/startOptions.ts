import type { Appointment, DayAnswer } from '@showroom/contract/appointment/appointment.schema'
import { overlaps, quarterMinutes, startsWithin } from '@showroom/contract/customer/appointment.rules'
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

/** Options of a select of hours: the starts of a day from the current quarter on, in minutes since midnight, with the owner's appointments. */
export function startOptions(
  day: DayAnswer | undefined,
  others: readonly Appointment[],
  { date, minutes, ownerId, start, now }: Asked,
) {
  const own = others.filter((one) => one.ownerId === ownerId)
  return (day ? startsWithin(date, minutes, day) : []).flatMap((startsAt) => {
    const value = (startsAt - dayStart(date)) / 60
    if (startsAt + quarterMinutes * 60 <= now && value !== start) return []
    const taken = own.filter((one) => overlaps(one, { startsAt, minutes }))
    const label = clockText(startsAt)
    return { value, label: taken.length > 0 ? `${label} · 已有${taken.length}个预约` : label }
  })
}

import { usualMinutes } from '@showroom/contract/customer/appointment.rules'
import { activityType } from '@showroom/contract/customer/customer.rules'
import { dayStart } from '@showroom/contract/kernel/day'

/** An hour of the agreed day, in minutes since midnight, and a car; 0 for none. */
export interface Slot {
  readonly start: number
  readonly carId: number
}

/** Values of an appointment within a form. Without `nextSlot` only the day is agreed. */
export interface HourValues {
  nextSlot?: Slot | undefined
  nextMinutes?: number | undefined
}

/** Request fields that are shown at the slot. */
export const hourFieldOf = { nextCarId: 'nextSlot' } as const

/** The request fields of an appointment: its day with the hour, length and car. */
export function hourOf(date: number, type: number, { nextSlot: slot, nextMinutes }: HourValues) {
  if (!date || !slot) return { at: date, minutes: 0, carId: 0 }
  return {
    at: dayStart(date) + slot.start * 60,
    minutes: nextMinutes ?? usualMinutes(type),
    carId: type === activityType.testDrive ? slot.carId : 0,
  }
}

/** The slot of an instant and a car. */
export const slotAt = (startsAt: number, carId: number): Slot => ({
  start: (startsAt - dayStart(startsAt)) / 60,
  carId,
})

/** A visit or test drive that a form starts with. */
export interface PlannedSlot {
  /** 2 visit, 3 test drive. */
  readonly type: number
  /** Start of the day, epoch seconds. */
  readonly date: number
  readonly slot?: Slot
  /** Shorter than usual where the next appointment of the car begins before. */
  readonly minutes?: number | undefined
  /** The car's series; 0 without a car. */
  readonly seriesId: number
}

/** The form's values of a planned slot. */
export const plannedValues = ({ type, date, slot, minutes, seriesId }: PlannedSlot) => ({
  nextActivityType: type,
  nextDate: date,
  nextSlot: slot,
  nextMinutes: minutes,
  ...(seriesId > 0 && { nextTestSpecId: seriesId }),
})

import type { Appointment, DayAnswer, TestCar } from '@showroom/contract/appointment/appointment.schema'
import {
  hourProblem,
  hoursText,
  isWithin,
  overlaps,
  type Span,
  startsWithin,
} from '@showroom/contract/customer/appointment.rules'
import { activityType } from '@showroom/contract/customer/customer.rules'

/** Slots: an hour of a day, and a car. Free of DOM. */

/** Why a car cannot be booked for a span; empty if it can. */
export function carProblem(car: TestCar, others: readonly Appointment[], span: Span): string {
  if (car.isOff) return '停用中'
  const taken = others.find((one) => one.carId === car.carId && overlaps(one, span))
  if (taken) return `${hoursText(taken)} ${taken.ownerName}已约`
  return isWithin(span, car) ? '' : '这段时间不开放'
}

/** The starts of a day at which an appointment of this length can still be planned; epoch seconds. */
export const openStarts = (day: DayAnswer, date: number, minutes: number, now: number): number[] =>
  startsWithin(date, minutes, day).filter((startsAt) => !hourProblem({ startsAt, minutes }, day, now))

export interface SlotRow {
  /** 0 in the row without a car. */
  readonly carId: number
  readonly seriesId: number
  readonly name: string
  readonly about: string
  /** `problem` is empty if the slot is free. */
  readonly slots: readonly { readonly startsAt: number; readonly problem: string }[]
}

interface Asked {
  readonly type: number
  readonly seriesIds: readonly number[]
  readonly minutes: number
  /** From `openStarts`. */
  readonly starts: readonly number[]
}

/** A row for each car of the series, and the one without a car. */
export function slotRows(
  cars: readonly TestCar[],
  others: readonly Appointment[],
  { type, seriesIds, minutes, starts }: Asked,
): SlotRow[] {
  const isDrive = type === activityType.testDrive
  const offered = cars.filter((car) => isDrive && !car.isOff && seriesIds.includes(car.seriesId))
  return [
    ...offered.map((car) => ({
      carId: car.carId,
      seriesId: car.seriesId,
      name: car.plate,
      about: car.seriesName,
      slots: starts.map((startsAt) => ({
        startsAt,
        problem: carProblem(car, others, { startsAt, minutes }),
      })),
    })),
    {
      carId: 0,
      seriesId: 0,
      name: isDrive ? '不指定车辆' : '到店',
      about: '',
      slots: starts.map((startsAt) => ({ startsAt, problem: '' })),
    },
  ]
}

/** Whether the series has cars, but none is free at any start of the day. */
export function isBookedOut(rows: readonly SlotRow[]): boolean {
  const slots = rows.filter(({ carId }) => carId > 0).flatMap((row) => row.slots)
  return slots.length > 0 && slots.every(({ problem }) => problem !== '')
}

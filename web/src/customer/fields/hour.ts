import { usualMinutes } from '@showroom/contract/customer/appointment.rules'
import { activityType } from '@showroom/contract/customer/customer.rules'
import { dayStart } from '@showroom/contract/kernel/day'

/** Values of an appointment within a form. Without `nextStart` only the day is agreed. */
export interface HourValues {
  /** Minutes since midnight. */
  nextStart?: number | undefined
  nextMinutes?: number | undefined
  nextCarId?: number | undefined
}

/** The request fields of an appointment: its day with the hour, length and car. */
export function hourOf(date: number, type: number, values: HourValues) {
  if (!date || values.nextStart === undefined) return { at: date, minutes: 0, carId: 0 }
  return {
    at: dayStart(date) + values.nextStart * 60,
    minutes: values.nextMinutes ?? usualMinutes(type),
    carId: type === activityType.testDrive ? (values.nextCarId ?? 0) : 0,
  }
}

import { day as dayCall } from '@showroom/contract/appointment/appointment.api'
import { dayStart } from '@showroom/contract/kernel/day'
import { queryOf } from '../api/query'

/** The appointments, cars and hours of the day of an instant. */
export const appointmentsQuery = (seconds: number) => queryOf(dayCall, { day: dayStart(seconds) })

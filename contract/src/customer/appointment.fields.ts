import { z } from 'zod'
import { codeOf } from '../base/codes.ts'
import { oneOf, OptionalId } from '../kernel/wire.ts'
import { appointmentMinutes } from './appointment.rules.ts'
import { nextActivityTypes } from './customer.rules.ts'

export const NextActivityType = codeOf(
  'activityNextFollowTypes',
  oneOf(nextActivityTypes, '请选择下次跟进'),
  '请选择下次跟进',
)

/** Request fields of the hour that a form plans with its next step. */
export const hourFields = {
  /** Length of an appointment by the hour, in minutes; 0 leaves the hour open. */
  nextMinutes: z.literal([0, ...appointmentMinutes], '请选择时长').default(0),
  /** The test-drive car that the appointment books; 0 for none. */
  nextCarId: OptionalId,
}

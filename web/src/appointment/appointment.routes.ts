import { readsTasks } from '@showroom/contract/task/task.rights'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { enteredBy, enteredFor } from '../frame/screen'
import { activity, shell } from '../frame/shell'

/** `day`: any second of the shown day or week; 0 is today. */
const validateSearch = z.object({
  day: z.number().int().min(0).default(0).catch(0),
  view: z.enum(['day', 'week']).default('day').catch('day'),
})

const ofConsultants = createRoute({
  getParentRoute: () => activity,
  path: '/activity/appointments',
  validateSearch,
  ...enteredFor(readsTasks),
  component: lazyRouteComponent(() => import('./AppointmentPage'), 'AppointmentPage'),
})

const ofDesk = createRoute({
  getParentRoute: () => shell,
  path: '/front/appointments',
  validateSearch,
  ...enteredBy((session) => session.allowFront),
  component: lazyRouteComponent(() => import('./AppointmentPage'), 'DeskAppointmentPage'),
})

export const routes = [ofConsultants, ofDesk] as const

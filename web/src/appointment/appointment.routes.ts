import { floorMay } from '@showroom/contract/appointment/appointment.rights'
import { readsTasks } from '@showroom/contract/task/task.rights'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { may } from '../frame/areas'
import { guardArea, loadSession } from '../frame/guard'
import { enteredBy, enteredFor } from '../frame/screen'
import { activity, root, shell } from '../frame/shell'

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

/** The printed agreement of a test drive, without the app's navigation. */
const drivePaper = createRoute({
  getParentRoute: () => root,
  path: '/drive/paper',
  validateSearch: z.object({ activityId: z.number().int().min(0).default(0).catch(0) }),
  beforeLoad: async ({ context, location }) => {
    const session = await loadSession(context.queryClient, location)
    await guardArea((member) => may(member, { may: floorMay }), floorMay)({ context: { session } })
    return { session }
  },
  component: lazyRouteComponent(() => import('./drive/DrivePaper'), 'DrivePaper'),
})

export const routes = [ofConsultants, ofDesk, drivePaper] as const

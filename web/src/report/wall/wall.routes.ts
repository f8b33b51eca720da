import { isDay } from '@showroom/contract/kernel/day'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import type { MayEnter } from '../../frame/areas'
import { enteredBy } from '../../frame/screen'
import { reports } from '../../frame/shell'

const mayRead: MayEnter = (session) => session.isAdmin

/** The big screen's settings, in its address: a bookmark opens it on a wall as it was set up. */
const WallSearch = z.object({
  /** 1 day, 2 week, 3 month; by default the one chosen last. */
  t: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .optional()
    .catch(undefined),
  /** A day of the period; absent for the running one. */
  d: z.string().refine(isDay).optional().catch(undefined),
  /** The series. */
  s: z.number().int().min(1).optional().catch(undefined),
  /** 1: full-window, for a wall. */
  full: z.literal(1).optional().catch(undefined),
  /** 1: turns its pages automatically. */
  turn: z.literal(1).optional().catch(undefined),
})

export const bigScreen = createRoute({
  getParentRoute: () => reports,
  path: '/report/bigScreen',
  validateSearch: WallSearch,
  ...enteredBy(mayRead, { title: '报表大屏', prefix: '/report/', about: '经销商大屏与经营报表' }),
  component: lazyRouteComponent(() => import('./WallPage'), 'WallPage'),
})

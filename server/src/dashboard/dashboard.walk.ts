import type { rooms } from '@showroom/contract'
import { admins, byTurns, readers } from '../../test/walks/walk.ts'
import { secondsOf } from '../platform/clock.ts'
import type { WalkOf } from '../../test/walks/walk.ts'

const everybody = { roles: 'member', request: () => ({}) } as const

export const walk = {
  summary: everybody,
  dueTasks: { roles: readers, request: () => ({}) },
  today: { roles: readers, request: () => ({}) },
  decisions: { roles: [...admins, 9, 11], request: () => ({}) },
  stores: {
    roles: [2, 3, 9, 11],
    request: (app) => ({ dateStart: secondsOf(app.now()), dateEnd: secondsOf(app.now()) }),
    limited: byTurns,
  },
  trend: everybody,
  places: everybody,
  onlineSources: everybody,
  storeSources: everybody,
  due: everybody,
  testDrives: { roles: [8], request: () => ({}) },
  team: { roles: [...admins, 9, 11], request: () => ({}) },
} satisfies WalkOf<typeof rooms.dashboard>

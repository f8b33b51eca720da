import type { rooms } from '@showroom/contract'
import { admins, readers } from '../../test/walks/walk.ts'
import type { WalkOf } from '../../test/walks/walk.ts'

const everybody = { roles: 'member', request: () => ({}) } as const

export const walk = {
  summary: everybody,
  dueTasks: { roles: readers, request: () => ({}) },
  today: { roles: readers, request: () => ({}) },
  decisions: { roles: [...admins, 9, 11], request: () => ({}) },
  trend: everybody,
  places: everybody,
  onlineSources: everybody,
  storeSources: everybody,
  due: everybody,
  testDrives: { roles: [8], request: () => ({}) },
  team: { roles: [...admins, 9, 11], request: () => ({}) },
} satisfies WalkOf<typeof rooms.dashboard>

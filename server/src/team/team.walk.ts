import type { rooms } from '@showroom/contract'
import type { WalkOf } from '../../test/walk.ts'

export const walk = {
  memberList: { roles: 'member', request: () => ({}) },
  assignMembers: { roles: 'member', request: () => ({ isAll: 1 }) },
  managerMembers: { roles: 'member', request: () => ({}) },
  sourceList: { roles: 'member', request: () => ({}) },
} satisfies WalkOf<typeof rooms.team>

import type { rooms } from '@showroom/contract'
import type { WalkOf } from '../../test/walks/walk.ts'

export const walk = {
  state: { roles: [1, 2], request: () => ({}) },
} satisfies WalkOf<typeof rooms.system>

import type { rooms } from '@showroom/contract'
import type { WalkOf } from '../../test/walks/walk.ts'
import { byTurns } from '../../test/walks/walk.ts'

/** All roles but the group's cleaners. */
const staff = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]

export const walk = {
  period: { roles: staff, request: () => ({ month: '2026-11' }), limited: byTurns },
} satisfies WalkOf<typeof rooms.target>

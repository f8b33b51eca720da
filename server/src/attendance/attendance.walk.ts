import type { rooms } from '@showroom/contract'
import type { WalkOf } from '../../test/walks/walk.ts'

/** Roles that get 签到 by default. */
const signers = [1, 3, 4, 5, 6, 7, 8, 10]

export const walk = {
  sign: { roles: signers, request: () => ({ type: 1 }) },
  today: { roles: signers, request: () => ({}) },
  month: { roles: signers, request: () => ({ month: '2026-11' }) },
} satisfies WalkOf<typeof rooms.attendance>

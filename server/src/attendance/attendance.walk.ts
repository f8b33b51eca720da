import type { rooms } from '@showroom/contract'
import type { WalkOf } from '../../test/walk.ts'

/** Who starts with 签到, and who leads a store. */
const signers = [1, 2, 3, 4, 5, 6, 7, 8, 10]

export const walk = {
  sign: { roles: signers, request: () => ({ type: 1 }) },
  today: { roles: signers, request: () => ({}) },
  month: { roles: signers, request: () => ({ month: '2026-11' }) },
} satisfies WalkOf<typeof rooms.attendance>

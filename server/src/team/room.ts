import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import type { Personnel } from '../platform/personnel/personnel.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import type { SmsSender } from '../platform/texts/sms.ts'
import type { Accounts } from './member.service.ts'
import { personnelDirectory } from './personnel.ts'
import { teamRoutes } from './team.routes.ts'

export const tables = [
  'dealer_group',
  'member',
  'member_leave',
  'member_leave_share',
  'personnel',
] as const satisfies readonly (keyof DB)[]

export interface TeamSettings {
  readonly sms: SmsSender
  /** Against what new members are verified; the personnel handed over as base data where nothing is said. */
  readonly personnel?: Personnel | undefined
}

export const open = (
  { db }: RoomDeps,
  { sms, personnel }: TeamSettings,
  accounts: Accounts,
): Room<typeof rooms.team> => ({
  handlers: teamRoutes({
    accounts,
    personnel: personnel ?? personnelDirectory(db),
    invite: (mobile, text) => void sms.tell(mobile, text),
  }),
})

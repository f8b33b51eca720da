import type { rooms } from '@showroom/contract'
import type { Personnel } from '../platform/personnel/personnel.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { textKind } from '../platform/texts/outbox.repository.ts'
import { codesOfMember } from './member.repository.ts'
import type { Accounts } from './member.service.ts'
import { personnelDirectory } from './personnel.repository.ts'
import { teamRoutes } from './team.routes.ts'
import { tidyLeaves } from './tidy.job.ts'

export { tables } from './team.tables.ts'

export interface TeamSettings {
  /** Directory to verify new members; defaults to the personnel in the base data. */
  readonly personnel?: Personnel | undefined
  readonly wecom: { readonly corpId: string } | undefined
  /** Other rooms own the accounts. */
  readonly accounts: Accounts
}

export const open = (
  { db, texts, clock, tables }: RoomDeps,
  { personnel, wecom, accounts }: TeamSettings,
): Room<typeof rooms.team> => ({
  codes: { memberId: codesOfMember },
  jobs: [tidyLeaves(db, clock)],
  handlers: teamRoutes({
    accounts,
    tables,
    personnel: personnel ?? personnelDirectory(db),
    wecom,
    async sendText(context, mobile, content) {
      await texts.post(context.db, {
        dealerId: context.session.dealerId,
        kind: textKind.own,
        mobile,
        content,
        at: context.now,
      })
      context.afterwards(() => texts.wake())
    },
  }),
})

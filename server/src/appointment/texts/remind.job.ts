import { addressed, reasonText } from '@showroom/contract/appointment/text.rules'
import { clockText } from '@showroom/contract/kernel/day'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { notify } from '../../notice/index.ts'
import { later } from '../../platform/clock.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { transact } from '../../platform/db/client.ts'
import { serveInTurns } from '../../platform/queues/ring.ts'
import type { RoomDeps } from '../../platform/room.ts'
import { mintJobScope } from '../../platform/session/session.ts'
import { mapAtWork } from '../../attendance/index.ts'
import {
  claimReminders,
  claimWarnings,
  listStoresToRemind,
  listStoresToWarn,
} from '../plan/event.repository.ts'

/** Seconds before the hour. */
const aheadSeconds = 15 * 60

/** Reminds owners a quarter of an hour before an appointment, once each. */
export const remindOwners = (deps: Pick<RoomDeps, 'db' | 'clock'>): Job => ({
  name: 'remind-appointments',
  for: 'stores',
  cron: '* * * * *',
  atStart: true,
  async run() {
    const now = deps.clock()
    const span = { now, until: later(now, aheadSeconds) }
    await serveInTurns(await listStoresToRemind(deps.db, span), async (dealerId) => {
      await transact(deps.db, async (db) => {
        const scope = mintJobScope(dealerId, 0)
        const due = await claimReminders(db, scope, span)
        await notify(
          { db, scope, now },
          due.map(({ ownerId, customerId, surname, gender, type, seriesName, startsAt }) => ({
            memberId: ownerId,
            kind: noticeKind.appointmentSoon,
            text: `${clockText(startsAt)} ${addressed(surname, gender)}预约${reasonText(type, seriesName)}`,
            customerId,
          })),
        )
      })
      return false
    })
  },
})

/** Notifies owners once if the car booked for a customer is not expected back in time. */
export const warnOwners = (deps: Pick<RoomDeps, 'db' | 'clock'>): Job => ({
  name: 'warn-of-missing-cars',
  for: 'stores',
  cron: '* * * * *',
  atStart: true,
  async run() {
    const now = deps.clock()
    await serveInTurns(await listStoresToWarn(deps.db, now), async (dealerId) => {
      await transact(deps.db, async (db) => {
        const by = { db, scope: mintJobScope(dealerId, 0), now }
        const due = await claimWarnings(db, by.scope, now)
        const atWork = await mapAtWork(by, [...new Set(due.map(({ ownerId }) => ownerId))])
        await notify(
          by,
          due.flatMap(({ ownerId, customerId, surname, gender, startsAt, plate }) =>
            (atWork.get(ownerId) ?? []).map((memberId) => ({
              memberId,
              kind: noticeKind.appointmentSoon,
              text: `${clockText(startsAt)} ${addressed(surname, gender)}预约的试驾车${plate}还未归还，请改约或换车`,
              customerId,
            })),
          ),
        )
      })
      return false
    })
  },
})

import { addressed, reasonText } from '@showroom/contract/appointment/text.rules'
import { clockText } from '@showroom/contract/kernel/day'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { notify } from '../../notice/index.ts'
import type { NewNotice, Notifying } from '../../notice/index.ts'
import { later } from '../../platform/clock.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { transact } from '../../platform/db/client.ts'
import type { Executor } from '../../platform/db/client.ts'
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
const untilOf = (now: Date) => ({ now, until: later(now, aheadSeconds) })

type Deps = Pick<RoomDeps, 'db' | 'clock'>
interface Due {
  /** Stores with something to notify of. */
  list(db: Executor, now: Date): Promise<number[]>
  /** Claims what is due in a store, so that no other process notifies of it. */
  claim(by: Notifying): Promise<readonly NewNotice[]>
}

/** Notifies members of what became due in the last minute, once each. */
const notifyDue = ({ db, clock }: Deps, name: string, due: Due): Job => ({
  name,
  for: 'stores',
  cron: '* * * * *',
  atStart: true,
  async run() {
    const now = clock()
    await serveInTurns(await due.list(db, now), async (dealerId) => {
      await transact(db, async (trx) => {
        const by = { db: trx, scope: mintJobScope(dealerId, 0), now }
        await notify(by, await due.claim(by))
      })
      return false
    })
  },
})

/** Reminds owners a quarter of an hour before an appointment, once each. */
export const remindOwners = (deps: Deps): Job =>
  notifyDue(deps, 'remind-appointments', {
    list: (db, now) => listStoresToRemind(db, untilOf(now)),
    async claim({ db, scope, now }) {
      const due = await claimReminders(db, scope, untilOf(now))
      return due.map(({ ownerId, customerId, surname, gender, type, seriesName, startsAt }) => ({
        memberId: ownerId,
        kind: noticeKind.appointmentSoon,
        text: `${clockText(startsAt)} ${addressed(surname, gender)}预约${reasonText(type, seriesName)}`,
        customerId,
      }))
    },
  })

/** Notifies owners once if the car booked for a customer is not expected back in time. */
export const warnOwners = (deps: Deps): Job =>
  notifyDue(deps, 'warn-of-missing-cars', {
    list: listStoresToWarn,
    async claim(by) {
      const due = await claimWarnings(by.db, by.scope, by.now)
      const atWork = await mapAtWork(by, [...new Set(due.map(({ ownerId }) => ownerId))])
      return due.flatMap(({ ownerId, customerId, surname, gender, startsAt, plate }) =>
        (atWork.get(ownerId) ?? []).map((memberId) => ({
          memberId,
          kind: noticeKind.appointmentSoon,
          text: `${clockText(startsAt)} ${addressed(surname, gender)}预约的试驾车${plate}还未归还，请改约或换车`,
          customerId,
        })),
      )
    },
  })

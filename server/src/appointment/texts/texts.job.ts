import { eveningFrom } from '@showroom/contract/appointment/text.rules'
import { addDays, clockText, dayStart } from '@showroom/contract/kernel/day'
import { quietEnd } from '@showroom/contract/sms/sms.rules'
import { later, secondsOf } from '../../platform/clock.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { transact } from '../../platform/db/client.ts'
import { serveInTurns } from '../../platform/queues/ring.ts'
import type { RoomDeps } from '../../platform/room.ts'
import { mintJobScope } from '../../platform/session/session.ts'
import { listStoresToText, listTexts } from '../plan/event.repository.ts'
import { sendText, soonSeconds } from './text.service.ts'
import type { TextDeps } from './text.service.ts'

/** Texts of a store in one turn. */
const batch = 50

/**
 * Sends the texts that customers are owed, by comparing the plans with what was sent. So every way of planning leads to one text, a plan
 * that was moved or cancelled meanwhile to none, and nothing is sent at night.
 */
export const sendTexts = (deps: Pick<RoomDeps, 'db' | 'clock'> & TextDeps): Job => ({
  name: 'text-appointments',
  for: 'stores',
  cron: '* * * * *',
  async run() {
    const now = deps.clock()
    const seconds = secondsOf(now)
    if (quietEnd(seconds) !== undefined || deps.publicUrl === '') return
    const dayAt = (days: number): Date => new Date(addDays(seconds, days) * 1000)
    const times = {
      from: later(now, soonSeconds),
      today: new Date(dayStart(seconds) * 1000),
      nextDay:
        Number(clockText(seconds).slice(0, 2)) >= eveningFrom
          ? { from: dayAt(1), until: dayAt(2) }
          : undefined,
    }
    await serveInTurns(await listStoresToText(deps.db, times), async (dealerId) => {
      const scope = mintJobScope(dealerId, 0)
      const due = await listTexts(deps.db, scope, times, batch)
      for (const one of due)
        await transact(deps.db, (db) => sendText({ db, scope, memberName: '系统', now }, deps, one))
      return due.length === batch
    })
    deps.texts.wake()
  },
})

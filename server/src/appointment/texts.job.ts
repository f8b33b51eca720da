import { eveningFrom } from '@showroom/contract/appointment/text.rules'
import { addDays, clockText, dayStart } from '@showroom/contract/kernel/day'
import { isQuiet } from '@showroom/contract/sms/sms.rules'
import { later, secondsOf } from '../platform/clock.ts'
import type { Job } from '../platform/jobs.ts'
import { transactLive } from '../platform/live.ts'
import { serveInTurns } from '../platform/queues/ring.ts'
import type { RoomDeps } from '../platform/room.ts'
import { mintJobScope } from '../platform/session/session.ts'
import { listStores } from '../platform/stores.repository.ts'
import { listTomorrow, listUntold } from './event.repository.ts'
import { findTexts } from './text.repository.ts'
import { sendText } from './text.service.ts'
import type { TextDeps } from './text.service.ts'

/** Texts of a store in one turn. */
const batch = 50
/** An appointment that begins sooner needs no text: the customer is on the way. */
const soonSeconds = 30 * 60

/**
 * Sends the texts that customers are owed, by comparing the plans with what was sent. So every way of planning leads to one text, a plan
 * that was moved or cancelled meanwhile to none, and nothing is sent at night.
 */
export const sendTexts = (deps: Pick<RoomDeps, 'db' | 'live' | 'clock'> & TextDeps): Job => ({
  name: 'text-appointments',
  for: 'stores',
  cron: '* * * * *',
  async run() {
    const now = deps.clock()
    const hour = Number(clockText(secondsOf(now)).slice(0, 2))
    if (isQuiet(hour) || deps.publicUrl === '') return
    await serveInTurns(await listStores(deps.db), (dealerId) =>
      serveStore(deps, dealerId, { now, isEvening: hour >= eveningFrom }),
    )
    deps.texts.wake()
  },
})

async function serveStore(
  deps: Parameters<typeof sendTexts>[0],
  dealerId: number,
  { now, isEvening }: { readonly now: Date; readonly isEvening: boolean },
): Promise<boolean> {
  const { db } = deps
  const scope = mintJobScope(dealerId, 0)
  const store = await findTexts(db, scope)
  if (!store?.isOn) return false
  const seconds = secondsOf(now)
  const dayAt = (days: number): Date => new Date(addDays(seconds, days) * 1000)
  const span = { since: store.onSince, from: later(now, soonSeconds), limit: batch }
  const untold = await listUntold(db, scope, span)
  const days = { today: new Date(dayStart(seconds) * 1000), from: dayAt(1), until: dayAt(2), limit: batch }
  const evening = isEvening ? await listTomorrow(db, scope, days) : []
  const due = [
    ...untold.map((one) => ({ one, isOfEvening: false })),
    ...evening.map((one) => ({ one, isOfEvening: true })),
  ]
  for (const { one, isOfEvening } of due)
    await transactLive(deps, (trx, emitLive) =>
      sendText({ db: trx, scope, memberName: '系统', now, emitLive }, deps, one, isOfEvening),
    )
  return untold.length === batch || evening.length === batch
}

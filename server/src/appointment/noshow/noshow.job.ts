import { mapAtWork } from '../../attendance/index.ts'
import { claimUnsettled, listStoresUnsettled, markKept, markNoShows } from '../../customer/index.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { transact } from '../../platform/db/client.ts'
import type { Executor } from '../../platform/db/client.ts'
import { serveInTurns } from '../../platform/queues/ring.ts'
import type { RoomDeps } from '../../platform/room.ts'
import { mintJobScope } from '../../platform/session/session.ts'

type NoShowDeps = Pick<RoomDeps, 'db' | 'clock'>

/** Appointments settled in one transaction; others wait for the store's next turn. */
const batch = 200

/**
 * Settles appointments once their store has closed: without a visit on that day the customer is a no-show, and the owner gets a call for
 * the next day. Each batch is one transaction, so that a kill leaves none half settled. Concurrent processes skip locked customers.
 */
export const settleAppointments = (deps: NoShowDeps): Job => ({
  name: 'settle-appointments',
  for: 'stores',
  cron: '*/5 * * * *',
  atStart: true,
  run: async () => void (await settleDue(deps, deps.clock())),
})

/** Settles all appointments that are over by `now`. Returns how many became no-shows. */
export async function settleDue(deps: Omit<NoShowDeps, 'clock'>, now: Date): Promise<number> {
  let noShows = 0
  await serveInTurns(await listStoresUnsettled(deps.db, now), async (dealerId) => {
    const { claimed, missed } = await settleBatch(deps, dealerId, now)
    noShows += missed
    return claimed === batch
  })
  return noShows
}

const settleBatch = (deps: Omit<NoShowDeps, 'clock'>, dealerId: number, now: Date) =>
  transact(deps.db, async (db) => {
    const due = await claimUnsettled(db, dealerId, { now, limit: batch })
    const idsOf = (hasCome: boolean) =>
      due.filter((one) => one.hasCome === hasCome).map(({ activityId }) => activityId)
    const [kept, missed] = [idsOf(true), idsOf(false)]
    if (kept.length > 0) await markKept(db, dealerId, kept)
    if (missed.length > 0)
      await markNoShows(db, dealerId, missed, await callersOf({ db, dealerId, now }, due), now)
    return { claimed: due.length, missed: missed.length }
  })

/** Maps each owner absent from work to the member that calls. */
async function callersOf(
  { db, dealerId, now }: { readonly db: Executor; readonly dealerId: number; readonly now: Date },
  due: readonly { readonly ownerId: number }[],
): Promise<ReadonlyMap<number, number>> {
  const owners = [...new Set(due.map(({ ownerId }) => ownerId))]
  const atWork = await mapAtWork({ db, scope: mintJobScope(dealerId, 0), now }, owners)
  return new Map(
    owners.flatMap((ownerId) => {
      const [first = ownerId] = atWork.get(ownerId) ?? []
      return first === ownerId ? [] : [[ownerId, first] as const]
    }),
  )
}

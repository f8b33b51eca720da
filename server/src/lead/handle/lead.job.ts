import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { notify } from '../../notice/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { transact } from '../../platform/db/client.ts'
import type { Database, Executor } from '../../platform/db/client.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Metrics } from '../../platform/observe/metrics.ts'
import { serveInTurns } from '../../platform/queues/ring.ts'
import { countRows } from '../../platform/queues/upkeep.repository.ts'
import { mintJobScope } from '../../platform/session/session.ts'
import { listStores } from '../../platform/jobs/stores.repository.ts'
import { listLeadWorkers } from '../handover/handover.repository.ts'
import { failingDeliveries, leadDeliveries } from '../intake/intake.repository.ts'
import { countBacklog, listBacklogs } from '../intake/receive.repository.ts'
import { listUncleared, markOverdue } from './overdue.repository.ts'

interface JobDeps {
  readonly db: Database
  readonly live: Live
  readonly clock: Clock
  /** Wakes the intake worker for these stores. */
  readonly wake: (dealerIds: Iterable<number>) => void
}

/** Scheduled jobs for leads. */
export const leadJobs = (deps: JobDeps): Job[] => [
  markOverdueLeads(deps),
  assignWaitingLeads(deps),
  emitMidnight(deps),
]

/** Registers gauges of waiting deliveries for `/metrics`. */
export function watchLeads(metrics: Metrics, db: Database): void {
  metrics.watch('showroom_lead_deliveries_waiting', 'Deliveries that are not leads yet', () =>
    countRows(db, 'lead_delivery', leadDeliveries.waits),
  )
  metrics.watch(
    'showroom_lead_deliveries_failing',
    'Deliveries that failed with a server error and are retried: above 0 needs an operator',
    () => countRows(db, 'lead_delivery', failingDeliveries),
  )
  metrics.watch('showroom_lead_backlog', 'Leads that wait for the system to assign them to a member', () =>
    countBacklog(db),
  )
}

/** Leads marked per transaction. More wait for the store's next turn. */
const batch = 500

/** Marks leads that wait for cleaning longer than the store's limit, and sends one notice to the members who work leads. */
export const markOverdueLeads = (deps: JobDeps): Job => ({
  name: 'mark-overdue-leads',
  for: 'stores',
  cron: '* * * * *',
  async run() {
    const now = deps.clock()
    await serveInTurns(await listUncleared(deps.db, now), async (dealerId) => {
      const marked = await transact(deps.db, (trx) => markBatch(trx, dealerId, now))
      return marked === batch
    })
  },
})

async function markBatch(db: Executor, dealerId: number, now: Date): Promise<number> {
  const marked = await markOverdue(db, dealerId, now, batch)
  const [first] = marked
  if (!first) return 0
  const one = marked.length === 1
  const scope = mintJobScope(dealerId, 0)
  const notices = (await listLeadWorkers(db, scope)).map((memberId) => ({
    memberId,
    kind: noticeKind.leadWaiting,
    text: one
      ? `${first.name}的线索超过${first.minutes}分钟未清洗，请尽快处理`
      : `${marked.length}条线索超过${first.minutes}分钟未清洗，请尽快处理`,
    ...(one && { leadId: first.leadId }),
  }))
  await notify({ db, scope, now }, notices)
  return marked.length
}

/** Assigns waiting leads, in case no event has announced an available member. */
export const assignWaitingLeads = ({ db, wake }: JobDeps): Job => ({
  name: 'give-out-leads',
  for: 'stores',
  cron: '* * * * *',
  atStart: true,
  run: async () => wake(await listBacklogs(db)),
})

/** Refreshes open pages at midnight, when tasks become due or overdue by time alone. */
export const emitMidnight = ({ db, live }: JobDeps): Job => ({
  name: 'hint-midnight',
  for: 'stores',
  cron: '0 0 * * *',
  async run() {
    for (const dealerId of await listStores(db)) live.emit({ dealerId, topics: ['customer'] })
  },
})

import type { FieldError } from '@showroom/contract/kernel/errors'
import type { CatalogueSource } from '../platform/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import { isDatabaseAway } from '../platform/db/client.ts'
import type { Database } from '../platform/db/client.ts'
import type { Outlet } from '../platform/happenings.ts'
import type { Line } from '../platform/db/line.ts'
import { hintAfter } from '../platform/live.ts'
import type { Live } from '../platform/live.ts'
import { summaryOf } from '../platform/log.ts'
import type { Logger } from '../platform/log.ts'
import { mintJobScope } from '../platform/session/session.ts'
import { receivedOf } from './city.service.ts'
import type { Directory, DirectoryReader } from './intake.directory.ts'
import {
  claimDeliveries,
  listDueIds,
  listDueStores,
  ownDeliveries,
  postponeDelivery,
  refuseDelivery,
  settleDeliveries,
} from './intake.repository.ts'
import type { Delivery } from './intake.repository.ts'
import { readDelivery } from './intake.service.ts'
import { findStore, identityOf, listBacklog } from './receive.repository.ts'
import type { ReceivedLead } from './receive.repository.ts'
import { giveOut, giveOutMax, receiveLeads } from './receive.service.ts'

/** Makes leads of deliveries. Each server process has one; all work on the same table. */
export interface IntakeWorker {
  /** There is something to do for these stores: deliveries, or leads waiting for somebody who is there now. */
  wake(dealerIds: Iterable<number>): void
  /** Looks for deliveries that nobody was woken for: their process was killed. */
  poll(): Promise<void>
  /** Polls from now on. */
  start(): void
  /** Settles when nothing is under way. */
  idle(): Promise<void>
  stop(): Promise<void>
}

interface WorkerDeps {
  readonly db: Database
  readonly directory: DirectoryReader
  readonly catalogue: CatalogueSource
  readonly line: Line
  readonly live: Live
  readonly happenings: Outlet
  readonly clock: Clock
  readonly log: Logger
}

/** Deliveries of one transaction; where the system assigns, each opens a customer file. */
const batchMax = 50
const pollMs = 1_000

export function createIntakeWorker(deps: WorkerDeps): IntakeWorker {
  const { db, line, log, clock } = deps
  const woken = new Set<number>()
  let working: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function wake(dealerIds: Iterable<number>): void {
    for (const dealerId of dealerIds) woken.add(dealerId)
    if (woken.size > 0 && !stopped) working ??= work()
  }

  async function work(): Promise<void> {
    for (const dealerId of woken) {
      woken.delete(dealerId)
      if (stopped) break
      try {
        await serveStore(deps, dealerId)
      } catch (error) {
        // It waits for the next poll.
        log.warn({ dealerId, error: summaryOf(error) }, 'leads wait')
      }
    }
    working = undefined
  }

  async function poll(): Promise<void> {
    try {
      wake(await listDueStores(db, clock()))
    } catch (error) {
      if (!isDatabaseAway(error)) log.error({ err: error }, 'looking for deliveries failed')
    }
  }

  // A member signed in for the first time, or works again.
  line.listen('lead_backlog', { heard: (dealerId) => wake([Number(dealerId)]) })

  return {
    wake,
    poll,
    start() {
      timer = setInterval(() => void poll(), pollMs)
      void poll()
    },
    async idle() {
      await working
      if (working) await this.idle()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await working
    },
  }
}

/** All that waits for one store: first what came in, then who waits for an owner. */
async function serveStore(deps: WorkerDeps, dealerId: number): Promise<void> {
  let more = true
  while (more) more = await receiveSome(deps, dealerId)
  while ((await giveOutSome(deps, dealerId)) === giveOutMax);
}

/** Gives out leads that wait for somebody to be there; where it fails as a whole, one by one. Returns how many. */
async function giveOutSome(deps: WorkerDeps, dealerId: number): Promise<number> {
  try {
    return await giveOutBatch(deps, dealerId)
  } catch (error) {
    if (isPassing(error)) throw error
    deps.log.warn({ dealerId, error: summaryOf(error) }, 'giving leads out failed: one by one')
  }
  let given = 0
  for (const { leadId } of await listBacklog(deps.db, mintJobScope(dealerId, 0), {
    limit: giveOutMax,
  }))
    try {
      given += await giveOutBatch(deps, dealerId, leadId)
    } catch (error) {
      if (isPassing(error)) throw error
      deps.log.error({ dealerId, lead: leadId, err: error }, 'a lead can be given to nobody')
    }
  return given
}

const giveOutBatch = (deps: WorkerDeps, dealerId: number, id?: number): Promise<number> =>
  hintAfter(deps, async (trx, hintLive) => {
    const store = await findStore(trx, dealerId)
    const given = store ? await giveOut(trx, store, { ...(await givingOf(deps)), hintLive }, id) : 0
    if (given > 0) hintLive({ dealerId, topics: ['lead', 'task', 'customer'] })
    return given
  })

/**
 * One batch; where it fails as a whole, one by one, so that a single bad one - or one that waits - holds up no other. What fails by an
 * error of ours is kept and tried again, later each time: whoever sent it has done nothing wrong.
 */
async function receiveSome(deps: WorkerDeps, dealerId: number): Promise<boolean> {
  try {
    return (await receiveBatch(deps, dealerId, { limit: batchMax })) === batchMax
  } catch (error) {
    if (isPassing(error)) throw error
    deps.log.warn({ dealerId, error: summaryOf(error) }, 'a batch of leads failed: one by one')
  }
  const ids = await listDueIds(deps.db, dealerId, batchMax, deps.clock())
  for (const id of ids)
    try {
      await receiveBatch(deps, dealerId, { limit: 1, id })
    } catch (error) {
      if (isPassing(error)) throw error
      const later = await postponeDelivery(deps.db, dealerId, id, summaryOf(error), deps.clock())
      deps.log.error({ dealerId, delivery: id, ...later, err: error }, 'a delivery cannot become a lead yet')
    }
  return ids.length === batchMax
}

const givingOf = async ({ catalogue, clock, happenings }: WorkerDeps) => ({
  catalogue: await catalogue.get(),
  now: clock(),
  happenings,
})

/** The database is away, or another transaction was in the way: the same will work later. */
const isPassing = (error: unknown): boolean =>
  isDatabaseAway(error) || /^(?:40|53|55|57)/.test((error as { code?: string }).code ?? '')

/** Makes leads of some deliveries in one transaction: all of it happens, or nothing. Returns how many there were. */
async function receiveBatch(
  deps: WorkerDeps,
  dealerId: number,
  which: { readonly limit: number; readonly id?: number },
): Promise<number> {
  return hintAfter(deps, async (trx, hintLive) => {
    const now = deps.clock()
    const deliveries = await claimDeliveries(trx, dealerId, which, now)
    const store = deliveries.length > 0 ? await findStore(trx, dealerId) : undefined
    if (!store) return 0
    const read = await readAll(deps.directory, deliveries)
    const leads = read.flatMap(({ lead }) => (lead ? [lead] : []))
    const by = { ...(await givingOf(deps)), now, hintLive, onlyKeeps: which.id !== undefined }
    const made = await receiveLeads(trx, store, leads, by)
    const settled = read.flatMap(({ id, lead }) => {
      const one = lead && made.get(identityOf(lead.sourceId, lead.externalId))
      return one ? [{ id, leadId: one.leadId }] : []
    })
    await settleDeliveries(trx, dealerId, settled, now)
    for (const { id, errors } of read) if (errors) await refuseDelivery(trx, dealerId, id, errors, now)
    return deliveries.length
  })
}

interface Read {
  readonly id: number
  readonly lead?: ReceivedLead
  readonly errors?: readonly FieldError[]
}

/**
 * What was right when it came may be wrong by now, by a rule of a newer version. Before anything is refused the directory is read again:
 * the process that took it in may have known of a newer store.
 */
async function readAll(reader: DirectoryReader, deliveries: readonly Delivery[]): Promise<Read[]> {
  const readWith = (directory: Directory): Read[] =>
    deliveries.map(({ id, body, sourceKey, sourceId, receivedAt }) => {
      if (sourceKey === ownDeliveries) return { id, lead: { ...receivedOf(body), receivedAt } }
      const reading = readDelivery(directory, { id: sourceKey, sourceId }, body)
      return 'errors' in reading
        ? { id, errors: reading.errors }
        : { id, lead: { ...reading.lead, receivedAt } }
    })
  const read = readWith(await reader.read())
  return read.some(({ errors }) => errors) ? readWith(await reader.read(0)) : read
}

import type { FieldError } from '@showroom/contract/kernel/errors'
import type { CatalogueSource } from '../../platform/export/catalogue.ts'
import type { Clock } from '../../platform/clock.ts'
import { transact } from '../../platform/db/client.ts'
import type { Database, Executor } from '../../platform/db/client.ts'
import { besideTransaction } from '../../platform/db/held.ts'
import type { EventBus } from '../../platform/live/events.ts'
import type { Line } from '../../platform/db/line.ts'
import { summaryOf } from '../../platform/observe/log.ts'
import type { Logger } from '../../platform/observe/log.ts'
import { isPassing } from '../../platform/db/fault.ts'
import type { Queues, StoreWork } from '../../platform/queues/queues.ts'
import { waitingIn } from '../../platform/queues/table.repository.ts'
import { mintJobScope } from '../../platform/session/session.ts'
import { receivedOf } from '../handover/city.service.ts'
import type { Directory, DirectoryReader } from './intake.directory.ts'
import {
  claimDeliveries,
  leadDeliveries,
  listDue,
  ownDeliveries,
  postponeDelivery,
  refuseDelivery,
  completeDeliveries,
} from './intake.repository.ts'
import type { Delivery } from './intake.repository.ts'
import { readDelivery } from './intake.service.ts'
import { findStore, identityOf, listBacklog } from './receive.repository.ts'
import type { ReceivedLead } from './receive.repository.ts'
import { assignWaiting, assignBatchSize, receiveLeads } from './receive.service.ts'

interface WorkerDeps {
  readonly db: Database
  readonly queues: Pick<Queues, 'open'>
  readonly directory: DirectoryReader
  readonly catalogue: CatalogueSource
  readonly line: Line
  readonly events: EventBus
  readonly clock: Clock
  readonly log: Logger
}

/** Deliveries per transaction. Under automatic assignment each creates a customer. */
const batchMax = 50

/**
 * Turns deliveries into leads, and assigns leads that waited for an available member. A turn receives one batch of deliveries and, if no
 * more are due, assigns one batch of waiting leads.
 */
export function createIntakeWorker(deps: WorkerDeps): StoreWork {
  const work = deps.queues.open({
    name: 'leads',
    for: 'stores',
    atOnce: 1,
    waiting: waitingIn(leadDeliveries),
    async serve(dealerId) {
      if (await receiveSome(deps, dealerId)) return 'more'
      return (await assignSome(deps, dealerId)) === assignBatchSize ? 'more' : 'done'
    },
  })
  // A member signed in for the first time, or is active again.
  deps.line.listen('lead_backlog', { heard: (dealerId) => work.wake([Number(dealerId)]) })
  return work
}

/** Assigns a batch of waiting leads; if it fails, one by one. Returns how many were assigned. */
async function assignSome(deps: WorkerDeps, dealerId: number): Promise<number> {
  try {
    return await assignBatch(deps, dealerId)
  } catch (error) {
    if (isPassing(error)) throw error
    deps.log.warn({ dealerId, error: summaryOf(error) }, 'giving leads out failed: one by one')
  }
  let given = 0
  for (const { leadId } of await listBacklog(deps.db, mintJobScope(dealerId, 0), {
    limit: assignBatchSize,
  }))
    try {
      given += await assignBatch(deps, dealerId, leadId)
    } catch (error) {
      if (isPassing(error)) throw error
      deps.log.error({ dealerId, lead: leadId, err: error }, 'a lead can be given to nobody')
    }
  return given
}

const assignBatch = (deps: WorkerDeps, dealerId: number, id?: number): Promise<number> =>
  transact(deps.db, async (trx) => {
    const store = await findStore(trx, dealerId)
    const given = store ? await assignWaiting(trx, store, { ...(await givingOf(deps, trx)) }, id) : 0
    return given
  })

/**
 * Receives a batch; if it fails, one by one, so that a single bad or waiting delivery does not block others. Deliveries that fail by a
 * server error are kept and retried after growing pauses, because the sender has done nothing wrong.
 */
async function receiveSome(deps: WorkerDeps, dealerId: number): Promise<boolean> {
  try {
    return (await receiveBatch(deps, dealerId, { limit: batchMax })) === batchMax
  } catch (error) {
    if (isPassing(error)) throw error
    deps.log.warn({ dealerId, error: summaryOf(error) }, 'a batch of leads failed: one by one')
  }
  const due = await listDue(deps.db, dealerId, batchMax, deps.clock())
  for (const delivery of due)
    try {
      await receiveBatch(deps, dealerId, { limit: 1, id: delivery.id })
    } catch (error) {
      if (isPassing(error)) throw error
      const later = await postponeDelivery(deps.db, dealerId, delivery, summaryOf(error), deps.clock())
      deps.log.error(
        { dealerId, delivery: delivery.id, ...later, err: error },
        'a delivery cannot become a lead yet',
      )
    }
  return due.length === batchMax
}

const givingOf = async ({ catalogue, clock, events }: WorkerDeps, trx: Executor) => ({
  catalogue: await catalogue.get(trx),
  now: clock(),
  events,
})

/** Receives deliveries in one transaction and returns their number. */
async function receiveBatch(
  deps: WorkerDeps,
  dealerId: number,
  which: { readonly limit: number; readonly id?: number },
): Promise<number> {
  return transact(deps.db, async (trx) => {
    const now = deps.clock()
    const deliveries = await claimDeliveries(trx, dealerId, which, now)
    const store = deliveries.length > 0 ? await findStore(trx, dealerId) : undefined
    if (!store) return 0
    const why =
      'the directory is read again before a refusal; only one batch of a process waits for a second connection'
    const read = await besideTransaction(why, () => readAll(deps.directory, deliveries))
    const leads = read.flatMap(({ lead }) => (lead ? [lead] : []))
    const by = { ...(await givingOf(deps, trx)), now, onlyKeeps: which.id !== undefined }
    const made = await receiveLeads(trx, store, leads, by)
    const completed = read.flatMap(({ id, lead }) => {
      const one = lead && made.get(identityOf(lead.sourceId, lead.externalId))
      return one ? [{ id, leadId: one.leadId }] : []
    })
    await completeDeliveries(trx, dealerId, completed, now)
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
 * Parses deliveries again, because the rules of a newer version may refuse one that was valid on arrival. Before a refusal the directory is
 * read again: the process that accepted it may have known a newer store.
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

import { maskText } from '@showroom/contract/kernel/mask'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { lockOnFile } from '../../customer/index.ts'
import { notifyFirst } from '../../notice/index.ts'
import type { Catalogue } from '../../platform/export/catalogue.ts'
import type { Executor } from '../../platform/db/client.ts'
import type { EventBus } from '../../platform/live/events.ts'
import { mintJobScope } from '../../platform/session/session.ts'
import type { Scope } from '../../platform/session/session.ts'
import { lockChoice } from '../handover/choose.repository.ts'
import { chooseMembers } from '../handover/choose.service.ts'
import type { Choice } from '../handover/choose.service.ts'
import { insertLeadEvents } from '../event.repository.ts'
import { listCleaners } from '../handover/handover.repository.ts'
import { handOver } from '../handover/handover.service.ts'
import type { HandingOver } from '../handover/handover.service.ts'
import type { FilesByMobile } from '../lock.ts'
import { claimBacklog, identityOf, insertReceived, listBacklog } from './receive.repository.ts'
import type { MadeLead, ReceivedLead, Store } from './receive.repository.ts'

/** Receives leads from portals and from stores of other cities. */

export interface Receiving {
  readonly catalogue: Catalogue
  readonly now: Date
  readonly events: EventBus
  /** Leaves the assignment of the backlog to another transaction. */
  readonly onlyKeeps?: boolean
}

/** Leads assigned per transaction. More wait for the next. */
export const assignBatchSize = 50
const system = '系统'

/**
 * Creates leads by the store's policy. A lead with a customer's mobile joins that customer at once; under automatic assignment the others
 * get an owner in the same transaction if a member is available. Returns the leads by `identityOf`.
 */
export async function receiveLeads(
  db: Executor,
  store: Store,
  received: readonly ReceivedLead[],
  by: Receiving,
): Promise<ReadonlyMap<string, MadeLead>> {
  const handing = handingOf(store, by)
  const { scope } = handing
  const mobiles = received.map((lead) => lead.mobile)
  const locked = await lockForGiving(db, store, scope, { mobiles, gives: !by.onlyKeeps })
  const made = await insertReceived(db, store, received)
  const fresh = received.flatMap((lead) => {
    const one = made.get(identityOf(lead.sourceId, lead.externalId))
    return one?.isNew ? [{ ...lead, leadId: one.leadId }] : []
  })
  if (fresh.length === 0) return made
  await insertLeadEvents(
    db,
    scope,
    fresh.map(({ leadId, receivedAt, remark }) => ({
      leadId,
      at: receivedAt,
      by: system,
      result: '线索进入',
      remark,
    })),
  )
  await by.events.emit({ ...handing, db }, 'leadsReceived', {
    leads: fresh.map(({ leadId, sourceId, externalId }) => ({
      leadId,
      sourceId,
      // The sender's id without the prefix of the source.
      externalId: externalId.replace(/^\d+:/, ''),
    })),
  })
  const repeats = fresh
    .filter((lead) => locked.onFile.has(lead.mobile))
    .map((lead) => ({
      // The name as it is stored.
      lead: { ...lead, name: maskText(lead.name) },
      ...unassigned,
      form: null,
    }))
  if (repeats.length > 0) await handOver(db, handing, repeats, locked.onFile)
  const given = repeats.length + (await giveLocked(db, handing, locked))
  if (store.policy !== 3 && given < fresh.length) await notifyCleaners(db, scope, by)
  return made
}

/** Notifies the members who clean, unless they have an unread notice already. */
async function notifyCleaners(db: Executor, scope: Scope, by: Receiving): Promise<void> {
  const notice = { kind: noticeKind.leadsArrived, text: '有新线索到店，请及时清洗' }
  await notifyFirst({ ...by, db, scope }, await listCleaners(db, scope), notice)
}

/**
 * Assigns the oldest waiting leads of a store under automatic assignment, or only lead `id`. Returns how many got an owner: fewer than
 * `assignBatchSize` if none is left or no member is available.
 */
export async function assignWaiting(db: Executor, store: Store, by: Receiving, id?: number): Promise<number> {
  const handing = handingOf(store, by)
  const locked = await lockForGiving(db, store, handing.scope, { mobiles: [], gives: true, id })
  return giveLocked(db, handing, locked)
}

interface Locked {
  /** The system assigns here, and this transaction holds the choice lock. */
  readonly gives: boolean
  readonly id: number | undefined
  /** Numbers of the locked customers. */
  readonly mobiles: ReadonlySet<string>
  readonly onFile: FilesByMobile
}

/** Takes all locks needed before the leads: the choice, then the customers of all numbers concerned. */
async function lockForGiving(
  db: Executor,
  store: Store,
  scope: Scope,
  terms: { readonly mobiles: readonly string[]; readonly gives: boolean; readonly id?: number | undefined },
): Promise<Locked> {
  const { id } = terms
  const gives = terms.gives && store.policy === 3
  // Must be locked before reading, so that assignments of other transactions are visible.
  if (gives) await lockChoice(db, scope)
  const backlog = gives ? await listBacklog(db, scope, backlogOf(id)) : []
  const mobiles = new Set([...terms.mobiles, ...backlog.map((lead) => lead.mobile)])
  return { gives, id, mobiles, onFile: await lockOnFile(db, scope, [...mobiles]) }
}

const backlogOf = (id: number | undefined) => ({ limit: assignBatchSize, ...(id !== undefined && { id }) })

async function giveLocked(
  db: Executor,
  handing: HandingOver,
  { gives, id, mobiles: known, onFile }: Locked,
): Promise<number> {
  if (!gives) return 0
  // Leads that arrived after the customers were locked wait for the next turn.
  const waiting = (await claimBacklog(db, handing.scope, backlogOf(id))).filter(
    ({ mobile }) => mobile === '' || known.has(mobile),
  )
  if (waiting.length === 0) return 0
  const mobiles = waiting.map((lead) => lead.mobile)
  // The first lead of a mobile gets an owner, and the others join its customer.
  const needsOwner = waiting.filter(
    ({ mobile }, at) => mobile === '' || (!onFile.has(mobile) && mobiles.indexOf(mobile) === at),
  )
  const choices = await chooseMembers(db, handing.scope, needsOwner.length, handing.now)
  const chosen = new Map(needsOwner.map(({ leadId }, at) => [leadId, choices[at]]))
  const handed = await handOver(
    db,
    handing,
    waiting.map((lead) => ({ lead, form: lead.form, ...(chosen.get(lead.leadId) ?? unassigned) })),
    onFile,
  )
  return handed.size
}

/** The owner of the customer with this mobile is used instead. */
const unassigned: Choice = { memberId: 0, memberName: '', reason: '' }

/** The system acts for the store. */
const handingOf = (store: Store, by: Receiving): HandingOver => ({
  scope: mintJobScope(store.dealerId, 0),
  memberName: system,
  dealer: store,
  catalogue: by.catalogue,
  now: by.now,
  events: by.events,
})

import { maskText } from '@showroom/contract/kernel/mask'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { lockOnFile } from '../customer/index.ts'
import { notifyFirst } from '../notice/index.ts'
import type { Catalogue } from '../platform/catalogue.ts'
import type { Executor } from '../platform/db/client.ts'
import type { Outlet } from '../platform/happenings.ts'
import type { LiveHint } from '../platform/live.ts'
import { mintJobScope } from '../platform/session/session.ts'
import type { Scope } from '../platform/session/session.ts'
import { chooseMembers, lockChoice } from './choose.service.ts'
import type { Choice } from './choose.service.ts'
import { insertLeadEvents } from './event.repository.ts'
import { listCleaners } from './handover.repository.ts'
import { handOver } from './handover.service.ts'
import type { HandingOver } from './handover.service.ts'
import type { FilesByMobile } from './lock.ts'
import { claimBacklog, identityOf, insertReceived, listBacklog } from './receive.repository.ts'
import type { MadeLead, ReceivedLead, Store } from './receive.repository.ts'

/** Leads reach a store: from portals, and from stores of other cities. */

export interface Receiving {
  readonly catalogue: Catalogue
  readonly now: Date
  readonly happenings: Outlet
  /** What open pages are to hear once it is committed. */
  hintLive(hint: LiveHint): void
  /** Leaves what waits for an owner to a transaction of its own. */
  readonly onlyKeeps?: boolean
}

/** Leads given out by one transaction; more wait for the next. */
export const giveOutMax = 50
const system = '系统'

/**
 * Makes leads of what came in, by the store's policy: whose mobile is on file joins that customer at once; where the system assigns,
 * the others get an owner in the same transaction, if anybody is there. Tells the leads by `identityOf`.
 */
export async function receiveLeads(
  db: Executor,
  store: Store,
  received: readonly ReceivedLead[],
  by: Receiving,
): Promise<ReadonlyMap<string, MadeLead>> {
  const { dealerId } = store
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
  await by.happenings.emit({ ...handing, db }, 'leadsReceived', {
    leads: fresh.map(({ leadId, sourceId, externalId }) => ({
      leadId,
      sourceId,
      // As it was sent: without who sent it.
      externalId: externalId.replace(/^\d+:/, ''),
    })),
  })
  const repeats = fresh
    .filter((lead) => locked.onFile.has(lead.mobile))
    .map((lead) => ({
      // As it was kept.
      lead: { ...lead, name: maskText(lead.name) },
      ...nobody,
      form: null,
    }))
  if (repeats.length > 0) await handOver(db, handing, repeats, locked.onFile)
  const given = repeats.length + (await giveLocked(db, handing, locked))
  if (store.policy !== 3 && given < fresh.length) await notifyCleaners(db, scope, by)
  by.hintLive({ dealerId, topics: given > 0 ? ['lead', 'task', 'customer'] : ['lead'] })
  return made
}

/** Tells those who clean, unless they know already that something waits. */
async function notifyCleaners(db: Executor, scope: Scope, by: Receiving): Promise<void> {
  const notice = { kind: noticeKind.leadsArrived, text: '有新线索到店，请及时清洗' }
  await notifyFirst({ ...by, db, scope }, await listCleaners(db, scope), notice)
}

/**
 * Gives the oldest waiting leads of a store that assigns by itself, or that one alone, to those who are there. Returns how many got an
 * owner: fewer than `giveOutMax` when none is left, or nobody is there.
 */
export async function giveOut(db: Executor, store: Store, by: Receiving, id?: number): Promise<number> {
  const handing = handingOf(store, by)
  const locked = await lockForGiving(db, store, handing.scope, { mobiles: [], gives: true, id })
  return giveLocked(db, handing, locked)
}

interface Locked {
  /** The system assigns here, and the choice is this transaction's. */
  readonly gives: boolean
  readonly id: number | undefined
  /** Whose files were looked for. */
  readonly mobiles: ReadonlySet<string>
  readonly onFile: FilesByMobile
}

/** All that giving out has to lock before the leads: the choice, then the files of all numbers that it is about. */
async function lockForGiving(
  db: Executor,
  store: Store,
  scope: Scope,
  asked: { readonly mobiles: readonly string[]; readonly gives: boolean; readonly id?: number | undefined },
): Promise<Locked> {
  const { id } = asked
  const gives = asked.gives && store.policy === 3
  // Before looking: what another transaction gives out is seen as given.
  if (gives) await lockChoice(db, scope)
  const backlog = gives ? await listBacklog(db, scope, backlogOf(id)) : []
  const mobiles = new Set([...asked.mobiles, ...backlog.map((lead) => lead.mobile)])
  return { gives, id, mobiles, onFile: await lockOnFile(db, scope, [...mobiles]) }
}

const backlogOf = (id: number | undefined) => ({ limit: giveOutMax, ...(id !== undefined && { id }) })

async function giveLocked(
  db: Executor,
  handing: HandingOver,
  { gives, id, mobiles: known, onFile }: Locked,
): Promise<number> {
  if (!gives) return 0
  // What came in since the files were locked waits for the next turn.
  const waiting = (await claimBacklog(db, handing.scope, backlogOf(id))).filter(({ mobile }) =>
    known.has(mobile),
  )
  if (waiting.length === 0) return 0
  const mobiles = waiting.map((lead) => lead.mobile)
  // The first of a mobile gets an owner, and the others follow it to its file.
  const needsOwner = waiting.filter(({ mobile }, at) => !onFile.has(mobile) && mobiles.indexOf(mobile) === at)
  const choices = await chooseMembers(db, handing.scope, needsOwner.length, handing.now)
  const chosen = new Map(needsOwner.map(({ leadId }, at) => [leadId, choices[at]]))
  const handed = await handOver(
    db,
    handing,
    waiting.map((lead) => ({ lead, form: lead.form, ...(chosen.get(lead.leadId) ?? nobody) })),
    onFile,
  )
  return handed.size
}

/** Where the mobile is on file, that decides. */
const nobody: Choice = { memberId: 0, memberName: '', reason: '' }

/** The system hands over in the store's name. */
const handingOf = (store: Store, by: Receiving): HandingOver => ({
  scope: mintJobScope(store.dealerId, 0),
  memberName: system,
  dealer: store,
  catalogue: by.catalogue,
  now: by.now,
  happenings: by.happenings,
  hintLive: (hint) => by.hintLive(hint),
})

import { leadStatus } from '@showroom/contract/lead/lead.rules'
import type { LeadForm } from '@showroom/contract/lead/handle.schema'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'
import { listStoresWith } from '../../platform/jobs/stores.repository.ts'
import type { HandedLead } from '../handover/handover.repository.ts'
import { isNamed } from '../lock.repository.ts'

/** Settings of the store that receives leads. */
export interface Store {
  readonly dealerId: number
  /** 1 BDC cleans, a supervisor assigns; 2 BDC does both; 3 assigned at once by the system. */
  readonly policy: number
  readonly groupId: number
  readonly city: string
}

export async function findStore(db: Executor, dealerId: number): Promise<Store | undefined> {
  return db
    .selectFrom('dealer')
    .select(['id as dealerId', 'online_policy as policy', 'group_id as groupId', 'city'])
    .where('id', '=', dealerId)
    .executeTakeFirst()
}

export interface ReceivedLead {
  /** Unique with the source: a second lead with the same id is the first one. */
  readonly externalId: string
  readonly sourceId: number
  readonly name: string
  /** Empty without one; then there is a second number. */
  readonly mobile: string
  readonly secondPhone: string
  readonly seriesId: number | null
  readonly province: string
  readonly city: string
  /** District or county city; most sources send none. */
  readonly area: string
  readonly remark: string
  readonly clueLevel: number
  readonly facts: Readonly<Record<string, unknown>>
  readonly receivedAt: Date
}

export interface MadeLead {
  readonly leadId: number
  readonly isNew: boolean
}

/**
 * Inserts leads that wait for cleaning. Existing leads are returned unchanged, by source and external id. Numbers in names are masked here,
 * because portals send the number of a prospect without a name, and names are displayed unmasked.
 */
export async function insertReceived(
  db: Executor,
  { dealerId, city }: Store,
  leads: readonly ReceivedLead[],
): Promise<ReadonlyMap<string, MadeLead>> {
  const list = <Key extends keyof ReceivedLead>(key: Key) => leads.map((lead) => lead[key])
  const { rows } = await sql<{ id: number; source_id: number; external_id: string }>`
    insert into ${target('lead')} (dealer_id, external_id, source_id, status, name, mobile, second_phone, series_id, province, city, area, remark,
                      clue_level, facts, is_remote, created_at)
    select ${dealerId}::int, external_id, source_id, ${sql.lit(leadStatus.waiting)}, mask_text(name), mobile, second_phone, series_id, province, city,
           area, remark, clue_level, facts, case city when '' then 3 when ${city} then 2 else 1 end, received_at
    from unnest(${list('externalId')}::text[], ${list('sourceId')}::int[], ${list('name')}::text[], ${list('mobile')}::text[],
                ${list('secondPhone')}::text[], ${list('seriesId')}::int[], ${list('province')}::text[], ${list('city')}::text[],
                ${list('area')}::text[], ${list('remark')}::text[],
                ${list('clueLevel')}::smallint[], ${list('facts').map((facts) => JSON.stringify(facts))}::jsonb[],
                ${list('receivedAt')}::timestamptz[])
           as l (external_id, source_id, name, mobile, second_phone, series_id, province, city, area, remark, clue_level, facts, received_at)
    on conflict do nothing
    returning id, source_id, external_id`.execute(db)
  const made = new Map(
    rows.map((row) => [identityOf(row.source_id, row.external_id), { leadId: row.id, isNew: true }]),
  )
  const leftOver = leads.filter((lead) => !made.has(identityOf(lead.sourceId, lead.externalId)))
  if (leftOver.length === 0) return made
  const before = await db
    .selectFrom('lead')
    .select(['id', 'source_id', 'external_id'])
    .where('dealer_id', '=', dealerId)
    .where('source_id', '=', sql<number>`any(${leftOver.map((lead) => lead.sourceId)}::int[])`)
    .where('external_id', '=', sql<string>`any(${leftOver.map((lead) => lead.externalId)}::text[])`)
    // The condition of the partial index, as it is written there.
    .where('external_id', '<>', sql.lit(''))
    .execute()
  for (const row of before)
    made.set(identityOf(row.source_id, row.external_id), { leadId: row.id, isNew: false })
  return made
}

export const identityOf = (sourceId: number, externalId: string): string => `${sourceId} ${externalId}`

/** Matches the predicate of the index. */
const waits = sql`status in (1, 5)`

export interface WaitingLead extends HandedLead {
  readonly form: LeadForm | null
}

interface Backlog {
  readonly limit: number
  /** Only this lead. */
  readonly id?: number
}

/**
 * Selects the oldest leads that wait for an owner under automatic assignment: untouched ones, and those cleaned while no member was
 * available. Skips the blocklist.
 */
const backlogOf = ({ dealerId }: Scope, { limit, id }: Backlog) => sql<WaitingLead>`
  select id as "leadId", name, mobile, second_phone as "secondPhone", series_id as "seriesId", source_id as "sourceId", province, city, area, remark, form
  from lead
  where dealer_id = ${dealerId} and ${waits} and ${isNamed('lead')}
    and not exists (select from blocklist b where b.mobile <> '' and b.mobile = lead.mobile)
    and not exists (select from blocklist b where b.identify_no = nullif(upper(form #>> '{addition,idNo}'), ''))
    and not exists (select from store_blocklist b where b.dealer_id = ${dealerId} and b.mobile <> '' and b.mobile = lead.mobile)
    and not exists (select from store_blocklist b
                    where b.dealer_id = ${dealerId} and b.identify_no <> '' and b.identify_no = upper(form #>> '{addition,idNo}'))
    and ${id === undefined ? sql`true` : sql`id = ${id}`}
  order by created_at, id limit ${limit}`

export const listBacklog = async (db: Executor, scope: Scope, which: Backlog): Promise<WaitingLead[]> =>
  (await backlogOf(scope, which).execute(db)).rows

/** Locks unlocked leads of the backlog for the worker. */
export const claimBacklog = async (db: Executor, scope: Scope, which: Backlog): Promise<WaitingLead[]> =>
  (await sql<WaitingLead>`${backlogOf(scope, which)} for update of lead skip locked`.execute(db)).rows

/** Stores under automatic assignment with waiting leads. */
export const listBacklogs = (db: Executor): Promise<number[]> =>
  listStoresWith(
    db,
    (dealerId) => sql`
      select from dealer d join lead l on l.dealer_id = ${dealerId} and ${waits}
      where d.id = ${dealerId} and d.online_policy = 3`,
  )

/** Counts leads that the system could not assign yet. */
export async function countBacklog(db: Executor): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from dealer d
    join lead l on l.dealer_id = d.id and ${waits}
    where d.online_policy = 3`.execute(db)
  return rows[0]?.total ?? 0
}

import type { LeadForm } from '@showroom/contract/lead/handle.schema'
import { leadStatus } from '@showroom/contract/lead/lead.rules'
import { sql } from 'kysely'
import { fileOfNumber } from '../customer/index.ts'
import type { Executor } from '../platform/db/client.ts'
import { statement } from '../platform/db/statement.ts'
import type { Scope } from '../platform/session/session.ts'

export interface LockedLead {
  readonly leadId: number
  readonly status: number
  readonly name: string
  readonly mobile: string
  readonly secondPhone: string
  readonly sourceId: number
  readonly seriesId: number | null
  readonly ownerId: number | null
  readonly province: string
  readonly city: string
  readonly area: string
  readonly remark: string
  readonly form: LeadForm | null
}

const leadColumns = sql`
  l.id as "leadId", l.status, l.name, l.mobile, l.second_phone as "secondPhone", l.source_id as "sourceId", l.series_id as "seriesId", l.owner_id as "ownerId",
  l.province, l.city, l.area, l.remark, l.form`

interface OneLead {
  readonly dealerId: number
  readonly leadId: number
}
const lock = statement<OneLead, LockedLead>(
  ({ dealerId, leadId }) => sql`
    select ${leadColumns} from lead l where l.dealer_id = ${dealerId} and l.id = ${leadId} for update of l`,
)
/** `onlyMissing`: the typed mobile counts for a lead without one alone. */
interface TypedMobile {
  readonly typed: string
  readonly onlyMissing: boolean
}
interface FoundLead extends LockedLead {
  readonly nextMobile: string
  /** The customer with that mobile. */
  readonly fileId: number | null
}
const find = statement<OneLead & TypedMobile, FoundLead>(
  ({ dealerId, leadId, typed, onlyMissing }) => sql`
    select ${leadColumns}, next.mobile as "nextMobile", ${fileOfNumber(dealerId, sql`next.mobile`)} as "fileId"
    from lead l
    cross join lateral (
      select case when ${typed}::text = '' or ${onlyMissing}::boolean and l.mobile <> '' then l.mobile else ${typed}::text end as mobile
    ) as next
    where l.dealer_id = ${dealerId} and l.id = ${leadId}`,
)

export const lockRow = async (
  db: Executor,
  { dealerId }: Scope,
  leadId: number,
): Promise<LockedLead | undefined> => (await lock(db, { dealerId, leadId }))[0]

/** Reads a lead unlocked, with its mobile after the action and the customer with that number. */
export const findRow = async (
  db: Executor,
  { dealerId }: Scope,
  leadId: number,
  mobile: TypedMobile,
): Promise<FoundLead | undefined> => (await find(db, { dealerId, leadId, ...mobile }))[0]

/** The lead is not of an erased person: no one gets such a lead. */
export const isNamed = (alias: 'l' | 'lead') =>
  sql`(${sql.ref(`${alias}.mobile`)} <> '' or ${sql.ref(`${alias}.second_phone`)} <> '')`

const unassigned = ({ dealerId }: Scope, leadIds: readonly number[]) => sql`
    select ${leadColumns} from lead l
    where l.dealer_id = ${dealerId} and l.id = any(${leadIds}::bigint[]) and l.status = ${sql.lit(leadStatus.unassigned)}
      and l.mobile <> ''
    order by l.id`

/** Those of the leads that wait for an owner, by id. */
export async function listUnassigned(
  db: Executor,
  scope: Scope,
  leadIds: readonly number[],
): Promise<LockedLead[]> {
  const { rows } = await sql<LockedLead>`${unassigned(scope, leadIds)}`.execute(db)
  return rows
}

/** Locks those of the leads that wait for an owner, by id. */
export async function lockUnassignedRows(
  db: Executor,
  scope: Scope,
  leadIds: readonly number[],
): Promise<LockedLead[]> {
  const { rows } = await sql<LockedLead>`${unassigned(scope, leadIds)} for update of l`.execute(db)
  return rows
}

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
  l.id as "leadId", l.status, l.name, l.mobile, l.source_id as "sourceId", l.series_id as "seriesId", l.owner_id as "ownerId",
  l.province, l.city, l.area, l.remark, l.form`

interface OneLead {
  readonly dealerId: number
  readonly leadId: number
}
const lock = statement<OneLead, LockedLead>(
  ({ dealerId, leadId }) => sql`
    select ${leadColumns} from lead l where l.dealer_id = ${dealerId} and l.id = ${leadId} for update of l`,
)
const find = statement<
  OneLead & { readonly mobile: string | undefined },
  LockedLead & { fileId: number | null }
>(
  ({ dealerId, leadId, mobile }) => sql`
    select ${leadColumns}, ${fileOfNumber(dealerId, sql`coalesce(${mobile}::text, l.mobile)`)} as "fileId"
    from lead l where l.dealer_id = ${dealerId} and l.id = ${leadId}`,
)

export const lockRow = async (
  db: Executor,
  { dealerId }: Scope,
  leadId: number,
): Promise<LockedLead | undefined> => (await lock(db, { dealerId, leadId }))[0]

/** Reads a lead unlocked, with the id of the customer that has the given number or else the lead's own. */
export const findRow = async (
  db: Executor,
  { dealerId }: Scope,
  leadId: number,
  mobile: string | undefined,
): Promise<(LockedLead & { fileId: number | null }) | undefined> =>
  (await find(db, { dealerId, leadId, mobile }))[0]

/** Lead `l` is not of an erased person: no one gets it. */
export const isNamed = sql`l.mobile <> ''`

const unassigned = ({ dealerId }: Scope, leadIds: readonly number[]) => sql`
    select ${leadColumns} from lead l
    where l.dealer_id = ${dealerId} and l.id = any(${leadIds}::bigint[]) and l.status = ${sql.lit(leadStatus.unassigned)}
      and ${isNamed}
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

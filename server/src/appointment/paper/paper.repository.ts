import type { DrivePaper } from '@showroom/contract/appointment/agreement.schema'
import { activityType } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import { forgetPictures } from '../../customer/index.ts'
import type { Executor } from '../../platform/db/client.ts'
import { seesOwner } from '../../platform/db/conditions.ts'
import { nameFor } from '../../platform/db/surname.ts'
import type { Scope } from '../../platform/session/session.ts'

/** Papers of handovers (`drive_paper`): the signed version and the pictures. */

export interface NewPaper {
  readonly customerId: number
  readonly activityId: number
  readonly version: number
  /** Storage keys; '' without a picture. */
  readonly licence: string
  readonly signature: string
  readonly now: Date
}

export async function insertPaper(db: Executor, { dealerId }: Scope, paper: NewPaper): Promise<void> {
  await db
    .insertInto('drive_paper')
    .values({
      dealer_id: dealerId,
      customer_id: paper.customerId,
      activity_id: paper.activityId,
      version: paper.version,
      licence_key: paper.licence,
      signature_key: paper.signature,
      handed_at: paper.now,
    })
    .execute()
}

const driveType = sql.lit(activityType.testDrive)

export interface PaperRow extends Omit<DrivePaper, 'hasLicence' | 'hasSignature'> {
  readonly customerId: number
  readonly isSeen: boolean
  /** Storage keys; '' without a picture. */
  readonly licence: string
  readonly signature: string
}

/** Finds a test drive with its paper. Without a handover the version is 0. */
export async function findPaper(
  db: Executor,
  scope: Scope,
  activityId: number,
): Promise<PaperRow | undefined> {
  const { dealerId } = scope
  const isSeen = seesOwner(scope, 'd.owner_id')
  const { rows } = await sql<PaperRow>`
    select a.id as "activityId", a.customer_id as "customerId", m.name as "ownerName",
           ${nameFor(isSeen)} as name,
           coalesce(s.name, '') as "seriesName", coalesce(t.plate, '') as plate, epoch(a.due_at) as "startsAt",
           coalesce(v.minutes, a.minutes, 0) as minutes, coalesce(epoch(v.out_at), 0) as "outAt", coalesce(v.out_km, 0) as "outKm",
           coalesce(epoch(v.back_at), 0) as "backAt", coalesce(v.back_km, 0) as "backKm",
           coalesce(v.agreement, 0) as agreement, coalesce(p.version, 0) as version, mask_text(coalesce(g.content, '')) as content,
           coalesce(p.licence_key, '') as licence, coalesce(p.signature_key, '') as signature, ${isSeen} as "isSeen"
    from activity a
    join customer c on c.dealer_id = ${dealerId} and c.id = a.customer_id
    join deal d on d.dealer_id = ${dealerId} and d.id = c.current_deal_id
    join member m on m.dealer_id = ${dealerId} and m.id = a.owner_id
    left join test_drive v on v.dealer_id = ${dealerId} and v.activity_id = a.id
    left join drive_paper p on p.dealer_id = ${dealerId} and p.activity_id = a.id and v.id is not null
    left join drive_agreement g on g.dealer_id = ${dealerId} and g.version = p.version
    left join test_car t on t.dealer_id = ${dealerId} and t.id = coalesce(v.car_id, a.test_car_id)
    left join series s on s.id = coalesce(t.series_id, a.test_series_id)
    where a.dealer_id = ${dealerId} and a.id = ${activityId} and (a.type = ${driveType} or v.id is not null)
    order by p.id desc limit 1`.execute(db)
  return rows[0]
}

/** A literal, so that the partial index serves. */
const hasLicence = sql<boolean>`licence_key <> ''`

/** Keys of a store's photos of licences from before the instant, oldest first. */
export async function listLicences(
  db: Executor,
  dealerId: number,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('drive_paper')
    .select('licence_key as key')
    .where('dealer_id', '=', dealerId)
    .where(hasLicence)
    .where('handed_at', '<', before)
    .orderBy('handed_at')
    .limit(limit)
    .execute()
  return rows.map(({ key }) => key)
}

/** Takes removed photos of licences out of papers and timeline. */
export async function forgetLicences(db: Executor, dealerId: number, keys: readonly string[]): Promise<void> {
  await forgetPictures(db, dealerId, keys)
  await db
    .updateTable('drive_paper')
    .set({ licence_key: '' })
    .where('dealer_id', '=', dealerId)
    .where(hasLicence)
    .where('licence_key', 'in', [...keys])
    .execute()
}

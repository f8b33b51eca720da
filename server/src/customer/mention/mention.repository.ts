import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'
import { fileIdOf, seesFile } from '../customer.repository.ts'

export interface Colleague {
  readonly memberId: number
  readonly name: string
  readonly role: number
  readonly modules: readonly string[]
  readonly isActive: boolean
  /** The customer's owner, or above the owner. */
  readonly isInLine: boolean
  /** Reviewers read the file, because it has a defeat request. */
  readonly isReviewed: boolean
}

/** Lists the store's members, the caller too, without former ones. Empty if there is no such customer or the caller does not see it. */
export async function listColleagues(
  db: Executor,
  scope: Scope,
  customerId: number,
): Promise<readonly Colleague[]> {
  const { dealerId } = scope
  const { rows } = await sql<Colleague>`
    with recursive file as (
      select d.owner_id, exists (select from defeat_request f where f.dealer_id = ${dealerId} and f.deal_id = d.id) as is_reviewed
      from customer c join deal d on d.dealer_id = ${dealerId} and d.id = c.current_deal_id
      where c.dealer_id = ${dealerId} and c.id = ${fileIdOf(dealerId, customerId)} and c.merged_into_id is null and ${seesFile(scope)}
    ), line as (
      select m.id, m.manager_id from file join member m on m.dealer_id = ${dealerId} and m.id = file.owner_id
      union
      select m.id, m.manager_id from line l join member m on m.dealer_id = ${dealerId} and m.id = l.manager_id
    )
    select m.id as "memberId", m.name, m.role, m.modules, m.status = 0 as "isActive",
           m.id in (select id from line) as "isInLine", file.is_reviewed as "isReviewed"
    from file join member m on m.dealer_id = ${dealerId} and m.left_at is null
    order by "isInLine" desc, m.role, m.id`.execute(db)
  return rows
}

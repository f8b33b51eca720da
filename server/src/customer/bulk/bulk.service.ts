import { bulkAtOnce, bulkMost } from '@showroom/contract/customer/bulk.rules'
import type { Bulk, BulkStatus } from '@showroom/contract/customer/bulk.schema'
import { mayCall } from '@showroom/contract/kernel/call'
import type { Context } from '../../platform/http/handler.ts'
import { lookUpKey } from '../../platform/limits/number-search.ts'
import type { StoreWork } from '../../platform/queues/queues.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { manyActions } from './bulk.actions.ts'
import { findBulk, insertBulk } from './bulk.repository.ts'
import { findCustomerIds } from '../list/list.repository.ts'
import { answerOf, summaryOf } from './many.ts'
import { chooseOwner } from '../follow/plan.ts'

/** Runs an action on many customers: at once for few, by the worker for many. */
export async function startBulk(context: Context, work: StoreWork, form: Bulk): Promise<BulkStatus> {
  const { db, session, now, ip } = context
  const action = manyActions[form.action]
  if (!mayCall(action.of.may, session)) throw new Refusal('FORBIDDEN')
  const customerIds = await idsOf(context, form)
  const total = customerIds.length
  const { memberId, remark, addTags, dropTags } = form
  const terms = { memberId, remark, addTags, dropTags }
  // Refuses an invalid owner now instead of later in the worker.
  const memberName = form.action === 'reassign' ? await chooseOwner(context, memberId) : ''
  const outcome = { action: form.action, memberName, total }
  if (total <= bulkAtOnce) {
    const attempt = await action.attempt(context, customerIds, terms)
    const answer = await answerOf(context, attempt, await action.end(context, attempt.done, terms))
    return { ...answer, ...outcome, bulkId: 0, doneTotal: total, isDone: true }
  }
  const bulkId = await insertBulk(db, session.scope, { action: form.action, terms, customerIds, ip, now })
  context.afterwards(() => work.wake([session.scope.dealerId]))
  const nothingYet = { successTotal: 0, failTotal: 0, failures: [], undoId: 0, doneTotal: 0, isDone: false }
  return { ...outcome, bulkId, ...nothingYet }
}

/** Returns the ids of the chosen customers in ascending order: either given by id, or all that match the list's filters now. */
async function idsOf(context: Context, { customerIds, filter }: Bulk): Promise<readonly number[]> {
  if (!filter) return customerIds.toSorted((one, other) => one - other)
  const { db, session } = context
  const read = () => findCustomerIds(db, session.scope, session.dealer.groupId, filter, bulkMost + 1)
  const matches = await lookUpKey(context, filter.key, read, (ids) => ids.length === 0)
  if (matches.length === 0) throw refuseField('INVALID', 'filter', '没有符合条件的客户')
  if (matches.length > bulkMost) throw new Refusal('BULK_TOO_MANY')
  return matches.toSorted((one, other) => one - other)
}

/** How long a finished bulk action is still returned to pages that do not know its id. */
const reportMs = 10 * 60_000

/** Returns the progress of one of the member's bulk actions. */
export async function getBulk(context: Context, bulkId: number): Promise<BulkStatus> {
  const { db, session, now } = context
  const bulk = await findBulk(db, session.scope, bulkId, new Date(now.getTime() - reportMs))
  if (!bulk) throw new Refusal('NOT_FOUND')
  const { id, failures, ...status } = bulk
  return { ...status, bulkId: id, ...(await summaryOf(context, failures)) }
}

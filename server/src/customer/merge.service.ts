import { timelineType } from '@showroom/contract/customer/customer.rules'
import type { Merge, MergeInfo } from '@showroom/contract/customer/merge.schema'
import { errors } from '@showroom/contract/kernel/errors'
import { maskMobile } from '@showroom/contract/kernel/mask'
import { audit } from '../platform/audit.ts'
import { Overtaken } from '../platform/db/client.ts'
import type { Context } from '../platform/http/handler.ts'
import { auditFound, lookUpNumber } from '../platform/number-search.ts'
import { Refusal } from '../platform/refusal.ts'
import { insertGroupMobile, waitsInWecomPool } from './add.repository.ts'
import {
  dropGroupMobile,
  findOwnerName,
  findHolder,
  findLevel,
  joinPersons,
  listMergedInto,
  listMergeInfo,
  moveRecords,
  wasMerged,
} from './merge.repository.ts'
import { joinNumbers } from './numbers.ts'
import { happened } from './happenings.ts'
import { lockCustomers, refuseState } from './lock.ts'
import type { LockedCustomer } from './lock.ts'
import { recordTimeline } from './timeline.ts'

/** Two files of one customer become one. */

/** Who else has the number. Told only of customers that the member sees, both of them. */
export async function checkExist(context: Context, form: { phone: string; customerId: number }) {
  const { db, session } = context
  const infoOf = async (id: number): Promise<MergeInfo | undefined> =>
    (await listMergeInfo(db, session.scope, [id]))[0]
  const self = form.customerId ? await infoOf(form.customerId) : null
  if (self === undefined) throw new Refusal('NOT_FOUND')
  const look = () => findHolder(db, session.scope, form.phone, form.customerId)
  const holder = await lookUpNumber(context, form.phone, look, (found) => found === undefined)
  if (!holder) {
    const weixinClueExisted = await waitsInWecomPool(db, session.scope, form.phone)
    return { isExisted: false, isMerged: false, customer: null, self, weixinClueExisted }
  }
  auditFound(context, 'check', holder.customerId)
  const found = { isExisted: true, self, weixinClueExisted: false }
  if (holder.isMerged) return { ...found, isMerged: true, customer: null }
  const customer = await infoOf(holder.customerId)
  if (!customer) {
    const ownerName = await findOwnerName(db, session.scope, holder.customerId)
    throw new Refusal('MERGE_FORBIDDEN', { text: `${errors.MERGE_FORBIDDEN.text}，客户经理：${ownerName}` })
  }
  return { ...found, isMerged: false, customer }
}

/** Moves the slave's file into the master's. Twice or crossed at once, one merge wins. */
export async function merge(context: Context, form: Merge) {
  const { db, session, now } = context
  const { scope } = session
  const [master, slave] = await lockBoth(context, form)
  const pair = { masterId: master.customerId, slaveId: slave.customerId }
  await moveRecords(db, scope, pair, now)
  await happened(context, 'merged', { ...pair, masterDealId: master.dealId, slaveDealId: slave.dealId })
  const { kept, ...numbers } = joinNumbers(master, slave)
  await joinPersons(db, scope, pair, numbers)
  await dropGroupMobile(db, scope, session.dealer.groupId, slave.mobile)
  if (master.mobile === '' && slave.mobile !== '')
    await insertGroupMobile(db, scope, session.dealer.groupId, slave.mobile)
  await audit(context, 'merge', `customer:${master.customerId}`, {
    slaveCustomerId: slave.customerId,
    slaveDealId: slave.dealId,
  })
  await happened(context, 'ownerChanged', { customerIds: [master.customerId] })
  const keptNumbers = kept.map(maskMobile)
  await recordTimeline(context, master, {
    type: timelineType.merged,
    level: await findLevel(db, scope, master.dealId),
    subject: '合并客户',
    content: [
      `合并客户：${slave.name} ${maskMobile(slave.mobile)}`,
      `原客户经理：${slave.ownerName}`,
      `原级别：${slave.level}`,
      ...(keptNumbers.length > 0 ? [`并入备用号码：${keptNumbers.join('、')}`] : []),
    ].join('；'),
    facts: {
      kind: 'merged',
      name: slave.name,
      mobile: maskMobile(slave.mobile),
      owner: slave.ownerName,
      level: slave.level,
      keptNumbers: keptNumbers.join('、'),
    },
  })
  return { keptNumbers }
}

/** Locks both, in the one order of customers, whichever is the master. */
async function lockBoth(context: Context, form: Merge): Promise<[LockedCustomer, LockedCustomer]> {
  const { db, session } = context
  const { masterCustomerId, slaveCustomerId } = form
  // They go along to the master: rows that are changed are locked, like all customers, in the one order.
  const former = await listMergedInto(db, session.scope, slaveCustomerId)
  const locked = await lockCustomers(context, [masterCustomerId, slaveCustomerId, ...former])
  if ((await listMergedInto(db, session.scope, slaveCustomerId)).length > former.length) throw new Overtaken()
  const found = async (id: number): Promise<LockedCustomer> => {
    const customer = locked.get(id)
    if (customer) return customer
    const isMerged = await wasMerged(db, session.scope, id)
    throw isMerged ? new Refusal('STALE', { text: '该客户已被合并，请刷新后重试' }) : new Refusal('NOT_FOUND')
  }
  const [master, slave] = [await found(masterCustomerId), await found(slaveCustomerId)]
  for (const one of [master, slave]) refuseState(context, one, 'merge')
  // Its orders come along: the master must be able to have them.
  const ordered = slave.state.openOrders > 0 || slave.level === 'O'
  if (ordered && (master.level === 'F' || master.state.isSuspend)) throw new Refusal('CUSTOMER_ORDER_OPEN')
  // What is planned ends with the slave's deal: who is still followed would be nobody's to call (docs/decisions/0021-domain-events.md).
  if (master.level === 'F' && slave.level !== 'F')
    throw new Refusal('CUSTOMER_STATE', {
      text: '主客户已战败，合并后将无人跟进，请以跟进中的客户为主客户，或先复活主客户',
    })
  return [master, slave]
}

import { arrivalTypes, timelineType } from '@showroom/contract/customer/customer.rules'
import { asksToChoose, currentAfterMerge } from '@showroom/contract/customer/merge.rules'
import type { Merge, MergeInfo } from '@showroom/contract/customer/merge.schema'
import { errors } from '@showroom/contract/kernel/errors'
import { maskMobile } from '@showroom/contract/kernel/mask'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { notify } from '../../notice/index.ts'
import { audit } from '../../platform/auditing/audit.ts'
import { Overtaken } from '../../platform/db/client.ts'
import { actorOf } from '../../platform/http/handler.ts'
import type { Acting, Context } from '../../platform/http/handler.ts'
import { auditFound, lookUpNumber } from '../../platform/limits/number-search.ts'
import { Refusal } from '../../platform/refusal.ts'
import { listOpenActivities } from '../follow/activity.repository.ts'
import type { OpenActivity } from '../follow/activity.repository.ts'
import { keepVisited } from '../follow/kept.repository.ts'
import { insertGroupMobile, waitsInWecomPool } from '../add/add.repository.ts'
import {
  dropGroupMobile,
  findOwnerName,
  findHolder,
  findLevel,
  joinPersons,
  listMergedInto,
  listMergeInfo,
  moveRecords,
  setMergedMobile,
} from './merge.repository.ts'
import { joinNumbers } from '../numbers.ts'
import { happened } from '../events.ts'
import { lockCustomers, mergedText, refuseState } from '../lock.ts'
import { wasMerged } from '../lock.repository.ts'
import type { LockedCustomer } from '../lock.ts'
import { recordTimeline } from '../timeline.ts'
import { wake } from '../defeat/wake.service.ts'

/** Merges two files of one customer. */

/** Finds the file that has the mobile. Returns details only if the member sees both customers. */
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
  const answer = { isExisted: true, self, weixinClueExisted: false }
  if (holder.isMerged) return { ...answer, isMerged: true, customer: null }
  const customer = await infoOf(holder.customerId)
  if (!customer) {
    const ownerName = await findOwnerName(db, session.scope, holder.customerId)
    throw new Refusal('MERGE_FORBIDDEN', { text: `${errors.MERGE_FORBIDDEN.text}，客户经理：${ownerName}` })
  }
  return { ...answer, isMerged: false, customer }
}

/**
 * Merges the slave's file into the master's; everything live in either stays live. Of two concurrent merges of the same files, one
 * succeeds.
 */
export async function merge(context: Acting, form: Merge) {
  const { db, session, now } = context
  const { scope } = session
  const [master, slave] = await lockBoth(context, form)
  const pair = { masterId: master.customerId, slaveId: slave.customerId }
  const outcome = currentAfterMerge(dealOf(master), dealOf(slave))
  const [kept, past] = outcome.current === 'slave' ? [slave, master] : [master, slave]
  // An unapproved order of the other file continues in this deal, which therefore cannot stay dormant.
  if (kept.state.isSuspend && past.state.openOrders > 0) await wake(context, [kept])
  const { ownerId, plan, endedIds } = await chooseGoingOn(context, form, { master, slave, kept, past })
  const deals = { dealId: kept.dealId, pastDealId: past.dealId }
  const isSame = outcome.other === 'merged'
  await moveRecords(
    db,
    scope,
    pair,
    { ...deals, isSame, ownerId, formerOwnerId: kept.ownerId, plan, endedIds },
    now,
  )
  await happened(context, 'merged', { ...pair, ...deals, isSame })
  await keepVisited(db, scope, master.customerId)
  const { kept: keptMobiles, ...numbers } = joinNumbers(master, slave)
  await joinPersons(db, scope, pair, numbers)
  await dropGroupMobile(db, scope, session.dealer.groupId, slave.mobile)
  if (master.mobile === '' && slave.mobile !== '')
    await insertGroupMobile(db, scope, session.dealer.groupId, slave.mobile)
  await audit(context, 'merge', `customer:${master.customerId}`, {
    slaveCustomerId: slave.customerId,
    slaveDealId: slave.dealId,
    ...deals,
    // Whether the past deal came before the current one, or is the same opportunity entered twice.
    pastDeal: outcome.other,
    ownerId,
  })
  await happened(context, 'ownerChanged', { customerIds: [master.customerId] })
  const owner = [master, slave].find((one) => one.ownerId === ownerId) ?? kept
  const newOwner = owner.ownerId === master.ownerId ? '' : owner.ownerName
  const keptNumbers = keptMobiles.map(maskMobile)
  await recordTimeline(
    context,
    { ...master, dealId: kept.dealId },
    {
      type: timelineType.merged,
      level: await findLevel(db, scope, kept.dealId),
      subject: '合并客户',
      content: [
        `合并客户：${slave.name} ${maskMobile(slave.mobile)}`,
        `原客户经理：${slave.ownerName}`,
        `原级别：${slave.level}`,
        ...(keptNumbers.length > 0 ? [`并入备用号码：${keptNumbers.join('、')}`] : []),
        ...(kept === slave ? ['沿用其当前商机'] : []),
        ...(newOwner ? [`现客户经理：${newOwner}`] : []),
      ].join('；'),
      facts: {
        kind: 'merged',
        name: slave.name,
        mobile: maskMobile(slave.mobile),
        owner: slave.ownerName,
        level: slave.level,
        keptNumbers: keptNumbers.join('、'),
        isCurrent: kept === slave,
        newOwner,
      },
    },
  )
  await notifyOwners(context, { master, slave, ownerName: owner.ownerName })
  return { keptNumbers }
}

/**
 * Merges the two files that a customer had in two stores (docs/decisions/0136-merged-stores.md). The slave has no mobile yet, as the
 * master has the same one, and gets it back as a merged file.
 */
export async function mergeDouble(
  acting: Acting,
  {
    masterId,
    slaveId,
    mobile,
  }: { readonly masterId: number; readonly slaveId: number; readonly mobile: string },
): Promise<void> {
  const form = { masterCustomerId: masterId, slaveCustomerId: slaveId, ownerId: 0, activityId: 0 }
  await merge(acting, form)
  await setMergedMobile(acting.db, acting.session.scope, slaveId, mobile)
}

const dealOf = ({ state, level }: LockedCustomer) => ({ level, isSuspend: state.isSuspend })

interface Files {
  readonly master: LockedCustomer
  readonly slave: LockedCustomer
  /** The file whose deal stays current, and the other one. */
  readonly kept: LockedCustomer
  readonly past: LockedCustomer
}

/** Determines the owner and the next activity: as chosen if both deals are followed, otherwise those of the current deal. */
async function chooseGoingOn({ db, session }: Acting, form: Merge, { master, slave, kept, past }: Files) {
  const open = await listOpenActivities(db, session.scope, [kept.dealId, past.dealId])
  const [own, others] = [kept, past].map(({ dealId }) => open.find((one) => one.dealId === dealId))
  // A call or return visit belongs to the delivered car; a visit or test drive to the current deal.
  const comes = (one: OpenActivity | undefined): boolean => arrivalTypes.includes(one?.type ?? 0)
  const isDelivered = past.level === 'D'
  const movable = isDelivered && !comes(others) ? [own] : [own, others]
  const usual =
    isDelivered && comes(others) && !comes(own) ? others : movable.find((one) => one !== undefined)
  const asks = asksToChoose(dealOf(master), dealOf(slave))
  const ownerId = (asks && form.ownerId) || kept.ownerId
  if (![master.ownerId, slave.ownerId].includes(ownerId))
    throw new Refusal('STALE', { text: '客户经理已变化，请刷新后重试' })
  const isChosen = asks && form.activityId > 0
  const plan = isChosen ? movable.find((one) => one?.id === form.activityId) : usual
  if (isChosen && !plan) throw new Refusal('STALE', { text: '跟进计划已变化，请刷新后重试' })
  const endedIds = movable.flatMap((one) => (one && one !== plan ? [one.id] : []))
  return { ownerId, plan, endedIds }
}

/** Sends both owners a notice of the merge, except the acting member. */
async function notifyOwners(
  context: Acting,
  { master, slave, ownerName }: Pick<Files, 'master' | 'slave'> & { ownerName: string },
): Promise<void> {
  const { session } = context
  const text = `${session.memberName}将客户${slave.name}的档案并入${master.name}，现由${ownerName}跟进`
  const owners = [master, slave].filter((one) => one.isOwnerAtWork && one.ownerId !== session.memberId)
  await notify(
    actorOf(context),
    [...new Set(owners.map((one) => one.ownerId))].map((memberId) => ({
      memberId,
      kind: noticeKind.other,
      text,
      customerId: master.customerId,
    })),
  )
}

/** Locks both files in the general order of customer locks. */
async function lockBoth(context: Acting, form: Merge): Promise<[LockedCustomer, LockedCustomer]> {
  const { db, session } = context
  const { masterCustomerId, slaveCustomerId } = form
  // Files merged into the slave earlier change too, so they are locked in the same order.
  const former = await listMergedInto(db, session.scope, slaveCustomerId)
  const locked = await lockCustomers(context, [masterCustomerId, slaveCustomerId, ...former])
  if ((await listMergedInto(db, session.scope, slaveCustomerId)).length > former.length) throw new Overtaken()
  const lockedOf = async (id: number): Promise<LockedCustomer> => {
    const customer = locked.get(id)
    if (customer) return customer
    throw (await wasMerged(db, session.scope, id))
      ? new Refusal('STALE', { text: mergedText })
      : new Refusal('NOT_FOUND')
  }
  const [master, slave] = [await lockedOf(masterCustomerId), await lockedOf(slaveCustomerId)]
  for (const one of [master, slave]) {
    if (one.waitingFailReview)
      throw new Refusal('CUSTOMER_STATE', { text: `${one.name}的战败申请待审核，审核后才能合并` })
    refuseState(context, one, 'merge')
  }
  return [master, slave]
}

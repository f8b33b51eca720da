import type { NewCustomer } from '@showroom/contract/customer/add.schema'
import { activityType, timelineType } from '@showroom/contract/customer/customer.rules'
import { refuseBlocked } from '../../base/index.ts'
import { namesOf } from '../../platform/export/catalogue.ts'
import { instantOf, secondsOf } from '../../platform/clock.ts'
import type { Context } from '../../platform/http/handler.ts'
import { refuseAll } from '../../platform/refusal.ts'
import { findAssignable } from '../../team/index.ts'
import { cancelOpenActivity, findOpenActivity, giveActivity } from '../follow/activity.repository.ts'
import { imagesOf, readReferences, typedProblems } from '../add/add.check.ts'
import { insertDeal } from '../add/add.repository.ts'
import { changeCustomer, changeDeal } from '../customer.repository.ts'
import { getEditable } from '../profile/edit.repository.ts'
import { changePerson, unmask } from '../add/person.service.ts'
import { proofProblem } from '../add/proof.ts'
import type { CheckedProof } from '../add/proof.ts'
import { chooseOwner, nothingPlanned, planNext } from '../follow/plan.ts'
import { happened } from '../events.ts'
import { lockCustomer } from '../lock.ts'
import type { LockedCustomer } from '../lock.ts'
import { recordTimeline } from '../timeline.ts'

/**
 * A customer with a delivered car buys again: updates the person's file, makes the deal history and opens a new one.
 */
export async function repurchase(context: Context, checked: CheckedProof, form: NewCustomer) {
  const { db, session, now, catalogue } = context
  const { scope } = session
  const customer = await lockCustomer(context, form.oldCustomerId, { action: 'repurchase' })
  const file = await getEditable(db, scope, customer.customerId)
  const { person, problems } = unmask(form, file)
  const references = await readReferences(db, scope, catalogue, [form])
  const images = imagesOf(form.newMediaImages)
  const proof = await proofProblem(context, checked, images, imagesOf(file.values.newMediaImages))
  const fields = [
    ...problems,
    ...typedProblems(form, references, secondsOf(now), file.values.fromSource),
    ...(proof ? [{ path: 'newMediaImages', text: proof }] : []),
  ]
  refuseAll(fields)
  await refuseBlocked(db, session.scope, {
    name: person.name,
    mobile: person.mobile,
    identifyNo: person.addition.idNo,
  })
  const owner = await ownerOf(context, customer, form.assignMemberId)
  const { customerId } = customer
  const numbers = { mobileBefore: file.clear.mobile, call: 'repurchase' } as const
  const { weixinClueExisted } = await changePerson(context, customerId, person, numbers, (values) =>
    changeCustomer(db, scope, customerId, values),
  )

  // The return visit belongs to the delivered car.
  const open = await findOpenActivity(db, scope, customer.dealId)
  if (open?.type !== activityType.revisit) await cancelOpenActivity(db, scope, customer.dealId, now)
  else await giveActivity(db, scope, open.id, owner.id)
  await changeDeal(db, scope, customer.dealId, {
    is_current: false,
    superseded_at: now,
    ...nothingPlanned,
  })
  const at = instantOf(form.nextDate) ?? now
  const dealId = await insertDeal(db, scope, form, {
    customerId: customer.customerId,
    ownerId: owner.id,
    isRemote: form.buyCity === session.dealer.city ? 2 : 1,
    proofImages: images,
    nextFollowAt: at,
    lastContactAt: customer.lastContactAt,
    now,
  })
  await planNext(context, {
    customerId: customer.customerId,
    dealId,
    ownerId: owner.id,
    type: form.nextActivityType,
    at,
    testSeriesId: form.nextTestSpecId,
    minutes: form.nextMinutes,
    carId: form.nextCarId,
  })
  await happened(context, 'ownerChanged', { customerIds: [customer.customerId] })
  const content = [
    `意向车系：${form.specIds.map((id) => references.seriesName(id) ?? '').join('、')}`,
    `客户经理：${owner.name}`,
    form.remark && `备注：${form.remark}`,
  ]
  await recordTimeline(context, customer, {
    dealId,
    level: form.level,
    type: timelineType.created,
    subject: '再购',
    content: content.filter(Boolean).join('；'),
    facts: {
      kind: 'repurchased',
      said: form.remark,
      series: namesOf(references.seriesName, form.specIds).join('、'),
      owner: owner.name,
      nextType: form.nextActivityType,
      nextDate: form.nextDate,
      nextMinutes: form.nextMinutes,
    },
  })
  return { customerId: customer.customerId, dealId, weixinClueExisted }
}

/** Returns the chosen owner, otherwise the current owner if still active, otherwise the calling member. */
async function ownerOf(context: Context, customer: LockedCustomer, chosen: number) {
  const { db, session } = context
  if (chosen && chosen !== customer.ownerId && chosen !== session.memberId) {
    const name = await chooseOwner(context, chosen)
    return { id: chosen, name }
  }
  if (chosen === session.memberId) return { id: session.memberId, name: session.memberName }
  const name = await findAssignable(db, session.scope, customer.ownerId)
  return name === undefined
    ? { id: session.memberId, name: session.memberName }
    : { id: customer.ownerId, name }
}

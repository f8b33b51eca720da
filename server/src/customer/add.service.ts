import { nextDateProblem } from '@showroom/contract/customer/add.schema'
import type { NewCustomer } from '@showroom/contract/customer/add.schema'
import { lockedSources, source } from '@showroom/contract/customer/customer.rules'
import { errors } from '@showroom/contract/kernel/errors'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { maskIdNo, maskMobile } from '@showroom/contract/kernel/mask'
import { regionExists } from '../base/index.ts'
import { instantOf, secondsOf } from '../platform/clock.ts'
import type { FileStore } from '../platform/files/files.ts'
import type { Context } from '../platform/http/handler.ts'
import { Refusal, refuseField } from '../platform/refusal.ts'
import { findAssignable, sourceExists } from '../team/index.ts'
import { insertActivity } from './activity.repository.ts'
import * as repository from './add.repository.ts'
import {
  countCompetitors,
  findBlocked,
  insertTimeline,
  readDisplays,
  readSeriesNames,
} from './customer.repository.ts'

/** Activity type 7: file creation. */
const fileCreated = 7

/** Opens a customer file: person, deal, first planned follow-up and timeline row, or nothing of it (document 2, section 3.2). */
export async function addCustomer(context: Context, files: FileStore, customer: NewCustomer) {
  const { db, session, now } = context
  const { scope } = session
  await refuseWrong(context, files, customer)
  await refuseBlocked(context, customer)
  const owner = await chooseOwner(context, customer)
  const customerId = await repository.insertCustomer(db, scope, customer, now)
  if (customerId === undefined) throw await alreadyExists(context, customer.mobile)

  const nextFollowAt = instantOf(customer.nextDate) ?? now
  const dealId = await repository.insertDeal(db, scope, customer, {
    customerId,
    ownerId: owner.id,
    isRemote: customer.buyCity === session.dealer.city ? 2 : 1,
    proofImages: imagesOf(customer),
    nextFollowAt,
    now,
  })
  await insertActivity(db, scope, {
    customerId,
    dealId,
    ownerId: owner.id,
    type: customer.nextActivityType,
    dueAt: nextFollowAt,
    testSeriesId: customer.nextTestSpecId || null,
    at: now,
  })
  await insertTimeline(db, scope, {
    customerId,
    dealId,
    memberName: session.memberName,
    level: customer.level,
    type: fileCreated,
    subject: '建档',
    content: await describe(context, customer, owner.name),
    at: now,
  })
  await repository.insertGroupMobile(db, scope, session.dealer.groupId, customer.mobile)
  const weixinClueExisted = await repository.claimWecomContact(db, scope, customer.mobile, customerId)
  return { customerId, dealId, weixinClueExisted }
}

const imagesOf = (customer: NewCustomer): string[] =>
  customer.newMediaImages === '' ? [] : customer.newMediaImages.split(',')

/** What only the database can tell; all problems at once, as the contract's own checks do. */
async function refuseWrong(context: Context, files: FileStore, customer: NewCustomer): Promise<void> {
  const { db, session, now } = context
  const fields: FieldError[] = []
  const wrong = (path: string, text: string | undefined | false): void => {
    if (text) fields.push({ path, text })
  }
  wrong('nextDate', nextDateProblem(customer, secondsOf(now)))
  wrong('fromSource', lockedSources.includes(customer.fromSource) && '该来源不可手工选择')
  const region = { province: customer.buyProvince, city: customer.buyCity, area: customer.buyArea }
  wrong('buyProvince', !(await regionExists(db, region)) && '请选择购车地区')
  const named = await readSeriesNames(db, customer.specIds)
  wrong('specIds', named.length < customer.specIds.length && '请选择意向车系')
  const competitors = await countCompetitors(db, customer.competitionSerieses)
  wrong(
    'competitionSerieses',
    competitors < customer.competitionSerieses.length && '竞品车系不存在，请重新选择',
  )
  const single = [customer.nextTestSpecId, customer.addPurchaseOldSeriesId].filter((id) => id > 0)
  wrong(
    'nextTestSpecId',
    (await readSeriesNames(db, single)).length < new Set(single).size && '请选择意向车型',
  )
  const { fromSource } = customer
  const otherSource = customer.otherSource || customer.customSource
  const display = await readDisplays(db, [
    { kind: 'customerFromSources', value: fromSource },
    { kind: 'onlineSources', value: otherSource },
  ])
  wrong('fromSource', display('customerFromSources', fromSource) === '' && '请选择客户来源')
  if (fromSource === source.custom)
    wrong('otherSource', !(await sourceExists(db, session.scope, otherSource)) && '请选择自定义来源')
  if (fromSource === source.network)
    wrong('otherSource', display('onlineSources', otherSource) === '' && '请选择网络来源')
  const images = imagesOf(customer)
  if (images.length > 3) wrong('newMediaImages', '最多上传3张图片')
  for (const key of images)
    if (!(await files.has(session.dealerId, key))) wrong('newMediaImages', '请上传客户来源凭证')
  if (fields.length > 0) throw new Refusal('INVALID', { text: fields[0]?.text, fields })
}

async function refuseBlocked({ db }: Context, customer: NewCustomer): Promise<void> {
  const blocked = await findBlocked(db, customer.mobile, customer.addition.idNo.toUpperCase())
  if (!blocked) return
  throw new Refusal('BLOCKED', {
    text: blocked.contacts.join(','),
    answer: {
      name: customer.name,
      mobile: maskMobile(customer.mobile),
      identifyNo: maskIdNo(customer.addition.idNo) || '无',
    },
  })
}

/** Oneself, or the consultant that the front desk chose. */
async function chooseOwner(
  { db, session }: Context,
  customer: NewCustomer,
): Promise<{ id: number; name: string }> {
  const { memberId, memberName, scope } = session
  if (customer.assignMemberId === 0 || customer.assignMemberId === memberId) {
    if (customer.newType === 1) throw refuseField('INVALID', 'assignMemberId', '请选择客户经理')
    return { id: memberId, name: memberName }
  }
  const name = await findAssignable(db, scope, customer.assignMemberId)
  if (name === undefined)
    throw refuseField('MEMBER_UNAVAILABLE', 'assignMemberId', errors.MEMBER_UNAVAILABLE.text)
  return { id: customer.assignMemberId, name }
}

async function alreadyExists({ db, session }: Context, mobile: string): Promise<Refusal> {
  const found = await repository.findOwnerByMobile(db, session.scope, mobile)
  const text = found ? `该手机号客户已存在，客户经理：${found.ownerName}` : errors.CUSTOMER_EXISTS.text
  return refuseField('CUSTOMER_EXISTS', 'mobile', text)
}

async function describe({ db }: Context, customer: NewCustomer, ownerName: string): Promise<string> {
  const display = await readDisplays(db, [{ kind: 'customerFromSources', value: customer.fromSource }])
  const series = await readSeriesNames(db, customer.specIds)
  return [
    `新建客户档案，来源：${display('customerFromSources', customer.fromSource)}`,
    `意向车系：${series.join('、')}`,
    `客户经理：${ownerName}`,
    customer.remark && `备注：${customer.remark}`,
  ]
    .filter(Boolean)
    .join('；')
}

import type { ClearClue, CompleteClue, NoContact } from '@showroom/contract/lead/handle.schema'
import { unlessShown } from '@showroom/contract/kernel/mask'
import { clearStatus, leadStatus, mayAssignLead } from '@showroom/contract/lead/lead.rules'
import type { z } from 'zod'
import { refuseBlocked } from '../../base/index.ts'
import { chooseOwner } from '../../customer/index.ts'
import type { Context } from '../../platform/http/handler.ts'
import { auditFound, lookUpNumber } from '../../platform/limits/number-search.ts'
import { refuseAll, refuseField } from '../../platform/refusal.ts'
import { anyMember, handTo } from '../handover/assign.service.ts'
import { lockChoice } from '../handover/choose.repository.ts'
import { chooseMembers } from '../handover/choose.service.ts'
import type { Choice } from '../handover/choose.service.ts'
import { problemsOf, readInvalid, readValid, refuseOtherMask } from './clear.check.ts'
import type { Valid } from './clear.check.ts'
import { passToCity } from '../handover/city.service.ts'
import { recordFinding, updateMobile } from './handle.repository.ts'
import { isErased, lockLead, lockLeadAndFile } from '../lock.ts'
import type { FileOfLead } from '../lock.ts'
import { offerFindingBack } from './undo.service.ts'

/** Cleans leads. */

type Request = z.output<typeof ClearClue>

/** Cleans as valid or invalid. */
export const clear = (context: Context, request: Request) =>
  request.isValid ? clearValid(context, request) : clearInvalid(context, request)

/** Cleans a lead as valid and hands it to its owner. Without an owner it waits, with the entered data. */
async function clearValid(context: Context, request: Request) {
  const { db, session, now } = context
  const valid = readValid(context, request)
  const { form } = valid
  // Must be locked first: it serializes the choice of a store.
  if (session.flags.isAutoClear) await lockChoice(db, session.scope)
  const { lead, mobile, onFile } = await lockLeadAndFile(context, request.clueId, 'valid', valid.mobile)
  refuseOtherMask(lead, request['mobile'])
  // A masked name that came back is the lead's own.
  const name = valid.name === undefined ? lead.name : unlessShown(valid.name, lead.name)
  const isOnFile = onFile.has(mobile)
  const needsMember = mayAssignLead(session) && !isOnFile && valid.memberId === 0
  refuseAll([
    ...problemsOf(context, form),
    ...(await valid.wrong(lead)),
    ...(needsMember ? [{ path: 'memberId', text: '请选择客户经理' }] : []),
  ])
  await refuseBlocked(db, session.scope, { name, mobile, identifyNo: form.addition?.idNo ?? '' })
  if (mobile !== lead.mobile) await lookUpTyped(context, mobile, onFile.get(mobile))
  const next = await nextOwner(context, valid, isOnFile)
  // A waiting lead has no one who could receive the customer, and its owner may come after the hour.
  if (form.nextMinutes && !next)
    throw refuseField('INVALID', 'nextMinutes', '暂无可分配的客户经理，请不选预约时间')
  const result = await recordFinding(db, session.scope, lead.leadId, {
    status: leadStatus.unassigned,
    clearStatus: clearStatus.valid,
    remark: form.remark,
    isRemote: form.buyCity === session.dealer.city ? 2 : 1,
    form: { ...form, nextMinutes: 0, nextCarId: 0 },
    name,
    mobile,
    now,
    ...outcome(context, '清洗有效', form.remark),
  })
  if (next) return handTo(context, { lead: { ...lead, name, mobile }, ...next, form }, onFile)
  // Undo does not restore a corrected name or number, so it is not offered then.
  const isSame = name === lead.name && mobile === lead.mobile
  return ownerless(leadStatus.unassigned, isSame ? await offerFindingBack(context, result) : 0)
}

/** Completes the mobile of a lead that has an owner already, for whom the customer's file begins. */
export async function complete(context: Context, request: z.output<typeof CompleteClue>) {
  const { db, session } = context
  const { clueId, mobile: typed } = request
  const { lead, mobile, onFile } = await lockLeadAndFile(context, clueId, 'complete', { typed })
  const memberId = lead.ownerId ?? session.memberId
  const memberName = await chooseOwner(context, memberId, anyMember)
  await refuseBlocked(db, session.scope, { name: lead.name, mobile, identifyNo: '' })
  await lookUpTyped(context, mobile, onFile.get(mobile))
  await updateMobile(db, session.scope, clueId, mobile)
  return handTo(
    context,
    { lead: { ...lead, mobile }, memberId, memberName, form: lead.form, reason: '补录手机号' },
    onFile,
  )
}

/** Counts and audits a search by a typed number, because the answer reveals whether a customer has it. */
async function lookUpTyped(context: Context, mobile: string, file: FileOfLead | undefined): Promise<void> {
  const look = () => Promise.resolve(file)
  const owner = await lookUpNumber(context, mobile, look, (one) => one === undefined)
  if (owner) auditFound(context, 'clear', owner.customerId)
}

/**
 * Chooses the lead's owner; member 0 means the owner of the customer with this mobile. Undefined if a supervisor must choose or no member
 * is available.
 */
async function nextOwner(context: Context, valid: Valid, isOnFile: boolean): Promise<Choice | undefined> {
  const { db, session, now } = context
  const mayAssign = mayAssignLead(session)
  if (mayAssign && valid.memberId > 0) {
    const memberName = await chooseOwner(context, valid.memberId, anyMember)
    return { memberId: valid.memberId, memberName, reason: '' }
  }
  if (isOnFile) return { memberId: 0, memberName: '', reason: '' }
  if (!session.flags.isAutoClear) return undefined
  const [chosen] = await chooseMembers(db, session.scope, 1, now)
  return chosen
}

/** Marks a lead as invalid with its reason. A prospect who buys in another city becomes a lead of a store there. */
async function clearInvalid(context: Context, request: Request) {
  const { db, session, now } = context
  const read = await readInvalid(context, request)
  const lead = await lockLead(context, request.clueId, 'invalid')
  // A city would get a lead that names no one.
  if (read.isCity && isErased(lead)) throw refuseField('INVALID', 'invalidReason', '请选择无效理由')
  const { reason, isCity, remark, invalidReason, invalidProvince: province, invalidCity: city } = read
  const where = isCity ? { homeProvince: province, homeCity: city } : {}
  const result = await recordFinding(db, session.scope, lead.leadId, {
    status: leadStatus.invalid,
    clearStatus: clearStatus.invalid,
    invalidReason,
    remark,
    now,
    ...where,
    ...outcome(
      context,
      '清洗无效',
      [reason, isCity && `${province}${city}`, remark].filter(Boolean).join('；'),
    ),
  })
  if (!isCity) return ownerless(leadStatus.invalid, await offerFindingBack(context, result))
  await passToCity(
    { db, scope: session.scope, now },
    {
      externalId: `clue-${session.dealerId}-${lead.leadId}`,
      name: lead.name,
      mobile: lead.mobile,
      secondPhone: lead.secondPhone,
      seriesId: lead.seriesId,
      province,
      city,
      remark,
    },
  )
  return ownerless(leadStatus.invalid)
}

/** Counts an unanswered call. The lead can be tried again. */
export async function noContact(context: Context, { clueId, remark }: z.output<typeof NoContact>) {
  const { db, session, now } = context
  const lead = await lockLead(context, clueId, 'noContact')
  const result = await recordFinding(db, session.scope, lead.leadId, {
    status: leadStatus.unreachable,
    clearStatus: clearStatus.unreachable,
    remark,
    isNoContact: true,
    now,
    ...outcome(context, '未接通', remark),
  })
  return ownerless(leadStatus.unreachable, await offerFindingBack(context, result))
}

/** Fields of the lead's history. */
const outcome = ({ session }: Context, result: string, remark: string) => ({
  by: session.memberName,
  result,
  eventRemark: remark,
})

/** The answer for a lead without an owner. */
const ownerless = (clueStatus: number, undoId = 0) => ({
  clueStatus,
  customerId: 0,
  isRepeat: false,
  ownerName: '',
  undoId,
})

import type { FieldError } from '@showroom/contract/kernel/errors'
import {
  AssignClue,
  AutoValid,
  CompleteClue,
  Invalid,
  ManualValid,
  NoContact,
} from '@showroom/contract/lead/handle.schema'
import {
  cityReason,
  leadCan,
  leadStatus,
  mayAssignLead,
  otherReason,
} from '@showroom/contract/lead/lead.rules'
import type { ClueDetail } from '@showroom/contract/lead/lead.schema'
import * as lead from '@showroom/contract/lead/lead.api'
import type { AnswerOf, Rights } from '@showroom/contract/kernel/call'
import type { z } from 'zod'
import { callApi } from '../../api/client'
import type { Region } from '../../base/public'
import {
  addRequestOf,
  blankCustomer,
  type NewCustomerForm,
  newCustomerFields,
  newCustomerProblems,
} from '../../customer/public'
import { nowSeconds } from '../../api/clock'
import type { SubmitOptions } from '../../ui/form/types'

/** The form for handling a lead. Its fields and request depend on what the agent found. */

export interface HandleForm extends NewCustomerForm {
  memberId: number
  invalidReason: number
  /** For an invalid lead: the region where the prospect will buy. */
  invalidHome: Region
}

/** The agent's decision about the lead. */
export type Handling = 'valid' | 'auto' | 'invalid' | 'noContact' | 'assign' | 'complete'

type By = Rights

/** Decisions possible in the lead's state; empty if the user lacks the permission. */
export function handlingsOf(
  data: Pick<ClueDetail, 'status' | 'lacksMobile' | 'isErased'>,
  by: By,
): readonly Handling[] {
  const findings: (Handling | false)[] = [
    leadCan.complete(data, by) && 'complete',
    leadCan.valid(data, by) && (by.flags.isAutoClear ? 'auto' : 'valid'),
    leadCan.invalid(data, by) && 'invalid',
    leadCan.noContact(data, by) && 'noContact',
    leadCan.assign(data, by) && 'assign',
  ]
  return findings.filter((one) => one !== false)
}

/**
 * Preselects 未接通 for a lead that was not reached before, and the only possible decision. Any other result is counted,
 * so that the agent chooses it after the call.
 */
export function firstHandling(status: number, possible: readonly Handling[]): Handling | undefined {
  if (status === leadStatus.unreachable && possible.includes('noContact')) return 'noContact'
  return possible.length === 1 ? possible[0] : undefined
}

export const handlingNames: Readonly<Record<Handling, string>> = {
  valid: '有效',
  auto: '有效',
  invalid: '无效',
  noContact: '未接通',
  assign: '分配',
  complete: '补录手机号',
}

/** The question to confirm before sending. */
export const questionOf = (what: Handling): string =>
  what === 'invalid' ? '此操作将该线索设为无效, 是否继续?' : '是否继续?'

/** Whether the server offers to undo the decision, so that no question is asked before it. */
export const isUndoable = (
  what: Handling,
  { invalidReason, name, mobile }: Partial<HandleForm>,
  data: ClueDetail,
  withMember: boolean,
): boolean =>
  what === 'noContact' ||
  (what === 'invalid' && invalidReason !== cityReason) ||
  (what === 'valid' && !withMember && !data.onFile && name === data.name && mobile === data.phone)

/** The verb of the question's button. */
export const verbs: Readonly<Record<Handling, string>> = {
  valid: '设为有效',
  auto: '设为有效',
  invalid: '设为无效',
  noContact: '未接通',
  assign: '分配',
  complete: '补录',
}

/** Initial values of the form. The region is the store's own; see `useOwnRegion`. */
export const blankHandling = (data: ClueDetail): Partial<HandleForm> => ({
  ...blankCustomer(nowSeconds()),
  name: data.name,
  mobile: data.phone,
  specIds: data.mappingSpecId > 0 ? [data.mappingSpecId] : [],
})

/** True if the user must choose an owner: they may assign leads and no customer has the number yet. */
export const asksMember = (data: ClueDetail, by: By): boolean => mayAssignLead(by) && !data.onFile

export type HandledAnswer = AnswerOf<typeof lead.clear>
type Values = Partial<HandleForm>

interface Plan {
  readonly schema: z.ZodType
  readonly requestOf: (values: Values, data: ClueDetail) => object
  readonly fieldOf?: Readonly<Record<string, string>>
  readonly problemsOf?: (values: Values) => readonly FieldError[]
  readonly send: (request: never, options: SubmitOptions) => Promise<HandledAnswer>
}

const regionField = { buyProvince: 'region', buyCity: 'region', buyArea: 'region' } as const

const send: Plan['send'] = (request, options) => callApi(lead.clear, request, options)

const validPlan = (withMember: boolean, lacksMobile: boolean): Plan => ({
  schema: ManualValid.extend({
    ...(withMember && { memberId: AssignClue.shape.memberId }),
    ...(lacksMobile && { mobile: CompleteClue.shape.mobile }),
  }),
  requestOf: (values, { clueId }) => {
    const { businessType, buyProvince, buyCity, buyArea, buyCount, addPurchaseOldSeriesId, ...rest } =
      addRequestOf(values)
    return {
      clueId,
      isValid: true,
      businessType,
      buyProvince,
      buyCity,
      buyArea,
      buyCount,
      addPurchaseOldSeriesId,
      specIds: rest.specIds,
      competitionSerieses: rest.competitionSerieses,
      ...(withMember && { memberId: values.memberId }),
      ...(lacksMobile && { mobile: values.mobile }),
      remark: rest.remark,
    }
  },
  fieldOf: regionField,
  send,
})

const autoPlan: Plan = {
  schema: AutoValid,
  requestOf: (values, { clueId }) => {
    // The lead's own source applies, so the form's source fields are dropped.
    const {
      fromSource: _from,
      otherSource: _other,
      customSource: _custom,
      newMediaImages: _images,
      ...file
    } = addRequestOf(values)
    return { ...file, clueId, isValid: true, memberId: 0 }
  },
  fieldOf: newCustomerFields,
  problemsOf: (values) => newCustomerProblems(values, nowSeconds()),
  send,
}

const invalidPlan: Plan = {
  schema: Invalid,
  requestOf: ({ invalidReason, invalidHome, remark = '' }, { clueId }) => ({
    clueId,
    isValid: false,
    invalidReason,
    invalidProvince: (invalidReason === cityReason && invalidHome?.province) || '',
    invalidCity: (invalidReason === cityReason && invalidHome?.city) || '',
    // A remark is sent only for the reason 其他, which needs one.
    remark: invalidReason === otherReason ? remark : '',
  }),
  fieldOf: { invalidProvince: 'invalidHome', invalidCity: 'invalidHome' },
  send,
}

const noContactPlan: Plan = {
  schema: NoContact,
  requestOf: ({ remark = '' }, { clueId }) => ({ clueId, remark }),
  send: (request, options) => callApi(lead.noContact, request, options),
}

const assignPlan: Plan = {
  schema: AssignClue,
  requestOf: ({ memberId, remark = '' }, { clueId }) => ({ clueId, memberId, remark }),
  send: (request, options) => callApi(lead.assign, request, options),
}

const completePlan: Plan = {
  schema: CompleteClue,
  requestOf: ({ mobile }, { clueId }) => ({ clueId, mobile }),
  send: (request, options) => callApi(lead.complete, request, options),
}

/** How a decision is validated and sent. */
export function planOf(what: Handling, withMember: boolean, { lacksMobile }: ClueDetail): Plan {
  if (what === 'valid') return validPlan(withMember, lacksMobile)
  return {
    auto: autoPlan,
    invalid: invalidPlan,
    noContact: noContactPlan,
    assign: assignPlan,
    complete: completePlan,
  }[what]
}

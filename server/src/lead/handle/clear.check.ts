import { codeKey } from '@showroom/contract/base/codes'
import { nextDateProblem, purchaseProblem } from '@showroom/contract/customer/add.schema'
import { oldCarBusinessTypes } from '@showroom/contract/customer/customer.rules'
import { unlikelyDates } from '@showroom/contract/kernel/dates'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { maskMobile } from '@showroom/contract/kernel/mask'
import { isMasked } from '@showroom/contract/kernel/masked'
import { AutoValid, Invalid, ManualValid } from '@showroom/contract/lead/handle.schema'
import type { ClearClue, LeadForm } from '@showroom/contract/lead/handle.schema'
import { cityReason } from '@showroom/contract/lead/lead.rules'
import type { z } from 'zod'
import { secondsOf } from '../../platform/clock.ts'
import type { Context } from '../../platform/http/handler.ts'
import { codeProblems } from '../../platform/http/codes.ts'
import { parse } from '../../platform/http/parse.ts'
import { refuseAll, refuseField } from '../../platform/refusal.ts'
import type { LockedLead } from '../lock.repository.ts'

/** Validates a cleaning request: the fields by themselves, then against the database. */

/** A valid lead. */
export interface Valid {
  readonly form: LeadForm
  /** The owner chosen by the cleaner; 0 for none. */
  readonly memberId: number
  /** Undefined for the lead's own. Only the full customer form lets the cleaner correct name and mobile. */
  readonly name: string | undefined
  readonly mobile: { readonly typed: string; readonly onlyMissing: boolean }
  /** Returns the fields with an unknown code, one that is switched off, or an implausible date. A lead keeps its own series. */
  wrong(lead: LockedLead): Promise<readonly FieldError[]>
}

type Request = z.output<typeof ClearClue>

/** Parses the fields that the store's policy requires. */
export function readValid({ session, catalogue, now }: Context, request: Request): Valid {
  const wrongIn = (schema: z.ZodType, read: object) => async (lead: LockedLead) => [
    ...(await codeProblems(schema, read, catalogue, () =>
      Promise.resolve(new Set([codeKey('series', lead.seriesId)])),
    )),
    ...unlikelyDates(schema, read, secondsOf(now)),
  ]
  if (session.flags.isAutoClear) {
    const read = parse(AutoValid, request)
    const { dealerId: _d, clueId: _c, isValid: _v, memberId, name, mobile, ...form } = read
    const typed = isMasked(mobile) ? '' : mobile
    return {
      form,
      memberId,
      name,
      mobile: { typed, onlyMissing: false },
      wrong: wrongIn(AutoValid, read),
    }
  }
  const read = parse(ManualValid, request)
  const { dealerId: _d, clueId: _c, isValid: _v, memberId, mobile, ...form } = read
  return {
    form,
    memberId,
    name: undefined,
    mobile: { typed: mobile, onlyMissing: true },
    wrong: wrongIn(ManualValid, read),
  }
}

/** Problems of a valid lead that the contract's own checks do not cover. */
export function problemsOf({ catalogue, now }: Context, form: LeadForm): FieldError[] {
  const fields: FieldError[] = []
  const wrong = (path: string, text: string | undefined | false): void => {
    if (text) fields.push({ path, text })
  }
  const region = { province: form.buyProvince, city: form.buyCity, area: form.buyArea }
  const { level, nextDate, buycarDate = 0 } = form
  const hasNoOldCar = !oldCarBusinessTypes.includes(form.businessType)
  wrong('buyProvince', !catalogue.hasRegion(region) && '请选择购车地区')
  if (level && nextDate) wrong('nextDate', nextDateProblem({ level, nextDate }, secondsOf(now)))
  wrong('buycarDate', purchaseProblem(buycarDate, secondsOf(now)))
  wrong(
    'addPurchaseOldSeriesId',
    hasNoOldCar && form.addPurchaseOldSeriesId > 0 && '仅增购与置换可填写原有车系',
  )
  return fields
}

/** A masked number must be the lead's own. */
export const refuseOtherMask = (lead: LockedLead, given: unknown): void => {
  if (typeof given === 'string' && isMasked(given) && given !== maskMobile(lead.mobile))
    throw refuseField('INVALID', 'mobile', '请输入正确的手机号')
}

/** Parses an invalid lead, with the text of its reason. */
export async function readInvalid({ session, catalogue }: Context, request: Request) {
  const refusal = parse(Invalid, request)
  const { invalidReason, invalidProvince: province, invalidCity: city } = refusal
  refuseAll(await codeProblems(Invalid, refusal, catalogue, () => Promise.resolve(new Set())))
  const reason = catalogue.display('clueInvalidReasons', invalidReason)
  const isCity = invalidReason === cityReason
  if (isCity && !session.flags.cityPoolEnable) throw refuseField('INVALID', 'invalidReason', '请选择无效理由')
  if (isCity && !catalogue.hasRegion({ province, city, area: '' }))
    throw refuseField('INVALID', 'invalidCity', '请选择省市')
  return { ...refusal, reason, isCity }
}

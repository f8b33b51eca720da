import { nextDateProblem } from '@showroom/contract/customer/add.schema'
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
import { unknownCodes } from '../../platform/http/codes.ts'
import { parse } from '../../platform/http/parse.ts'
import { refuseAll, refuseField } from '../../platform/refusal.ts'
import type { LockedLead } from '../lock.repository.ts'

/** Validates a cleaning request: the fields by themselves, then against the database. */

/** A valid lead. */
export interface Valid {
  readonly form: LeadForm
  /** The owner chosen by the cleaner; 0 for none. */
  readonly memberId: number
  /** Undefined for the lead's own. Only the full customer form lets the cleaner correct them. */
  readonly name: string | undefined
  readonly mobile: string | undefined
  /** Fields with an unknown code or an implausible date. */
  readonly unknown: readonly FieldError[]
}

type Request = z.output<typeof ClearClue>

/** Parses the fields that the store's policy requires. */
export function readValid({ session, catalogue, now }: Context, request: Request): Valid {
  if (session.flags.isAutoClear) {
    const read = parse(AutoValid, request)
    const { dealerId: _d, clueId: _c, isValid: _v, memberId, name, mobile, ...form } = read
    const unlikely = unlikelyDates(AutoValid, read, secondsOf(now))
    const unknown = [...unknownCodes(AutoValid, read, catalogue), ...unlikely]
    return { form, memberId, name, mobile: isMasked(mobile) ? undefined : mobile, unknown }
  }
  const read = parse(ManualValid, request)
  const { dealerId: _d, clueId: _c, isValid: _v, memberId, ...form } = read
  const unknown = unknownCodes(ManualValid, read, catalogue)
  return { form, memberId, name: undefined, mobile: undefined, unknown }
}

/** Problems of a valid lead that the contract's own checks do not cover. */
export function problemsOf({ catalogue, now }: Context, form: LeadForm): FieldError[] {
  const fields: FieldError[] = []
  const wrong = (path: string, isWrong: boolean, text: string): void => {
    if (isWrong) fields.push({ path, text })
  }
  const region = { province: form.buyProvince, city: form.buyCity, area: form.buyArea }
  wrong('buyProvince', !catalogue.hasRegion(region), '请选择购车地区')
  const { level, nextDate } = form
  const late = level && nextDate ? nextDateProblem({ level, nextDate }, secondsOf(now)) : undefined
  wrong('nextDate', late !== undefined, late ?? '')
  return fields
}

/** A masked number must be the lead's own. */
export const refuseOtherMask = (lead: LockedLead, given: unknown): void => {
  if (typeof given === 'string' && isMasked(given) && given !== maskMobile(lead.mobile))
    throw refuseField('INVALID', 'mobile', '请输入正确的手机号')
}

/** Parses an invalid lead, with the text of its reason. */
export function readInvalid({ session, catalogue }: Context, request: Request) {
  const refusal = parse(Invalid, request)
  const { invalidReason, invalidProvince: province, invalidCity: city } = refusal
  refuseAll(unknownCodes(Invalid, refusal, catalogue))
  const reason = catalogue.display('clueInvalidReasons', invalidReason)
  const isCity = invalidReason === cityReason
  if (isCity && !session.flags.cityPoolEnable) throw refuseField('INVALID', 'invalidReason', '请选择无效理由')
  if (isCity && !catalogue.hasRegion({ province, city, area: '' }))
    throw refuseField('INVALID', 'invalidCity', '请选择省市')
  return { ...refusal, reason, isCity }
}

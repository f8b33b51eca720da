import { activityType, arrivalTypes, source } from '@showroom/contract/customer/customer.rules'
import {
  defaultNextDate,
  type FollowLevel,
  followLevels,
  nextDateAllowed,
} from '@showroom/contract/customer/level.rules'
import { newType, nextDateProblem, purchaseProblem } from '@showroom/contract/customer/add.schema'
import type { FieldError } from '@showroom/contract/kernel/errors'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { hourFieldOf, type HourValues, hourOf, type PlannedSlot, plannedValues } from '../fields/hour'
import { type CustomerForm, customerFields, customerFormOf, customerRequestOf } from '../fields/customer.form'

/** Form values for opening a deal: for a new customer, or for a repeat purchase. */
export interface NewCustomerForm extends CustomerForm, HourValues {
  level: FollowLevel
  nextActivityType: number
  nextDate: number
  nextTestSpecId: number
  remark: string
}

const firstFollow = (nowSeconds: number) =>
  ({ level: 'N', nextActivityType: activityType.call, nextDate: defaultNextDate('N', nowSeconds) }) as const

/** Initial values for a new customer. */
export const blankCustomer = (nowSeconds: number): Partial<NewCustomerForm> => ({
  type: 1,
  fromSource: source.walkIn,
  businessType: 1,
  identifyType: 1,
  ...firstFollow(nowSeconds),
})

/** The values of a planned slot, with the first level whose window holds its day. */
export const plannedCustomer = (planned: PlannedSlot, nowSeconds: number): Partial<NewCustomerForm> => {
  const level = followLevels.find((one) => nextDateAllowed(one, planned.date, nowSeconds))
  return {
    ...plannedValues(planned),
    ...(level && { level }),
    ...(planned.seriesId > 0 && { specIds: [planned.seriesId] }),
  }
}

const oldCustomerSource = 6

/** Initial values for a repeat purchase: personal data and the budget are kept; the rest is asked, and nothing is preselected. */
export function againForm(profile: Pick<CustomerProfile, 'editable'>): Partial<NewCustomerForm> {
  const form = customerFormOf(profile.editable)
  return {
    ...form,
    fromSource: oldCustomerSource,
    otherSource: 0,
    newMediaImages: '',
    businessType: undefined,
    buyCount: 0,
    addPurchaseOldSeriesId: 0,
    specIds: [],
    competitionSerieses: [],
    buycarDate: 0,
  }
}

/** Maps request fields to the form fields that show them. */
export const newCustomerFields = {
  ...customerFields,
  ...hourFieldOf,
  customSource: 'otherSource',
} as const

/**
 * Validates what the schema cannot: dates against the clock, images still uploading, and choices that the wire has
 * defaults for.
 */
export function newCustomerProblems(
  { level, nextActivityType, businessType, nextDate = 0, buycarDate = 0 }: Partial<NewCustomerForm>,
  nowSeconds: number,
  uploading = false,
): FieldError[] {
  const late = nextDateProblem({ level: level ?? '', nextDate }, nowSeconds)
  const past = purchaseProblem(buycarDate, nowSeconds)
  return [
    ...(level ? [] : [{ path: 'level', text: '请选择级别' }]),
    ...(nextActivityType ? [] : [{ path: 'nextActivityType', text: '请选择下次跟进' }]),
    ...(businessType ? [] : [{ path: 'businessType', text: '请选择业务类型' }]),
    ...(late ? [{ path: 'nextDate', text: late }] : []),
    ...(past ? [{ path: 'buycarDate', text: past }] : []),
    ...(uploading ? [{ path: 'newMediaImages', text: '图片上传中，请稍候' }] : []),
  ]
}

/** Builds the request. */
export function addRequestOf(values: Partial<NewCustomerForm>) {
  const { level, nextActivityType = 0, nextDate = 0, remark = '' } = values
  const hour = hourOf(nextDate, nextActivityType, arrivalTypes.includes(nextActivityType) ? values : {})
  return {
    ...customerRequestOf(values),
    customSource: values.fromSource === source.custom ? (values.otherSource ?? 0) : 0,
    level,
    nextActivityType: nextActivityType || undefined,
    nextDate: hour.at || undefined,
    nextMinutes: hour.minutes,
    nextCarId: hour.carId,
    nextTestSpecId: nextActivityType === activityType.testDrive ? (values.nextTestSpecId ?? 0) : 0,
    remark,
    isRepace: true,
    newType: newType.consultant as number,
  }
}

export const againRequestOf = (values: Partial<NewCustomerForm>, oldCustomerId: number) => ({
  ...addRequestOf(values),
  newType: newType.repurchase,
  oldCustomerId,
})

import type { NewCustomerInput } from '@showroom/contract/customer/add.schema'
import {
  activityType,
  bulkBusinessType,
  defaultNextDate,
  type FollowLevel,
  isResidentId,
  oldCarBusinessTypes,
  proofSources,
  source,
} from '@showroom/contract/customer/customer.rules'
import dayjs from 'dayjs'
import type { Region } from '../base/public'
import { formatDay, secondsOf } from '../ui/day'

/** What the new-customer form holds. Regions are one field each, and lists are lists: the wire has them otherwise. */
export interface NewCustomerForm {
  name: string
  mobile: string
  gender: number
  type: number
  companyName: string
  secondardPhone: string
  weixin: string
  fromSource: number
  otherSource: number
  newMediaImages: string
  specIds: number[]
  competitionSerieses: number[]
  budget: number
  businessType: number
  buyCount: number
  addPurchaseOldSeriesId: number
  buycarDate: number
  region: Region
  level: FollowLevel
  nextActivityType: number
  nextDate: number
  nextTestSpecId: number
  remark: string
  identifyType: number
  idNo: string
  birthday: number
  qq: string
  home: Region
  address: string
  tags: string[]
}

/** The defaults of document 2, section 3.2. */
export const blankCustomer = (nowSeconds: number): Partial<NewCustomerForm> => ({
  type: 1,
  fromSource: 2,
  budget: 1,
  businessType: 1,
  level: 'N',
  nextActivityType: activityType.call,
  nextDate: defaultNextDate('N', nowSeconds),
  identifyType: 1,
})

/** Where the wire's fields are shown. */
export const newCustomerFields = {
  buyProvince: 'region',
  buyCity: 'region',
  buyArea: 'region',
  customSource: 'otherSource',
  'addition.identifyType': 'identifyType',
  'addition.idNo': 'idNo',
  'addition.birthday': 'birthday',
  'addition.qq': 'qq',
  'addition.address': 'address',
  addition: 'home',
} as const

/** What goes over the wire. What the chosen source, type or business type does not ask for is left out. */
export function addRequestOf(
  values: Partial<NewCustomerForm>,
): Partial<Omit<NewCustomerInput, 'gender' | 'type' | 'nextActivityType'>> {
  const { region, home, identifyType, idNo, birthday, qq, address, tags, ...rest } = values
  const businessType = rest.businessType ?? 0
  return {
    ...rest,
    companyName: rest.type === 2 ? (rest.companyName ?? '') : '',
    newMediaImages: proofSources.includes(rest.fromSource ?? 0) ? (rest.newMediaImages ?? '') : '',
    otherSource: rest.otherSource ?? 0,
    customSource: rest.fromSource === source.custom ? (rest.otherSource ?? 0) : 0,
    specIds: (rest.specIds ?? []).join(','),
    competitionSerieses: (rest.competitionSerieses ?? []).join(','),
    budget: rest.budget ?? 0,
    buyCount: businessType === bulkBusinessType ? (rest.buyCount ?? 0) : 0,
    addPurchaseOldSeriesId: oldCarBusinessTypes.includes(businessType)
      ? (rest.addPurchaseOldSeriesId ?? 0)
      : 0,
    buycarDate: rest.buycarDate ?? 0,
    nextTestSpecId: rest.nextActivityType === activityType.testDrive ? (rest.nextTestSpecId ?? 0) : 0,
    buyProvince: region?.province ?? '',
    buyCity: region?.city ?? '',
    buyArea: region?.area ?? '',
    tags: (tags ?? []).join(' '),
    addition: {
      province: home?.province ?? '',
      city: home?.city ?? '',
      area: home?.area ?? '',
      address: address ?? '',
      identifyType: identifyType ?? 1,
      idNo: (idNo ?? '').trim().toUpperCase(),
      birthday: birthday === undefined ? '' : formatDay(birthday),
      qq: qq ?? '',
    },
  }
}

/** The birthday that a resident identity number tells; nothing for any other text. */
export function birthdayOfId(idNo: string): number | undefined {
  if (!isResidentId(idNo)) return undefined
  const day = idNo.length === 15 ? `19${idNo.slice(6, 12)}` : idNo.slice(6, 14)
  return secondsOf(dayjs(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`))
}

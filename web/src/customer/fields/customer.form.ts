import {
  bulkBusinessType,
  isResidentId,
  oldCarBusinessTypes,
  proofSources,
} from '@showroom/contract/customer/customer.rules'
import type { EditableValues } from '@showroom/contract/customer/edit.schema'
import dayjs from 'dayjs'
import type { Region } from '../../base/public'
import { formatDay, secondsOf } from '../../ui/day'

/**
 * Form values shared by new customers, edits and repeat purchases. Each region is one field and lists are arrays; requests use other
 * formats.
 */
export interface CustomerForm {
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
  identifyType: number
  idNo: string
  birthday: number
  qq: string
  home: Region
  address: string
  tags: string[]
}

/** Maps request fields to the form fields that show them. */
export const customerFields = {
  buyProvince: 'region',
  buyCity: 'region',
  buyArea: 'region',
  'addition.identifyType': 'identifyType',
  'addition.idNo': 'idNo',
  'addition.birthday': 'birthday',
  'addition.qq': 'qq',
  'addition.address': 'address',
  addition: 'home',
} as const

/** Builds the request. Fields that the chosen source, type or business type does not require are left out. */
export function customerRequestOf(values: Partial<CustomerForm>) {
  const businessType = values.businessType ?? 0
  return {
    name: values.name,
    mobile: values.mobile,
    gender: values.gender,
    type: values.type,
    weixin: values.weixin ?? '',
    secondardPhone: values.secondardPhone ?? '',
    fromSource: values.fromSource,
    businessType: values.businessType,
    companyName: values.type === 2 ? (values.companyName ?? '') : '',
    newMediaImages: proofSources.includes(values.fromSource ?? 0) ? (values.newMediaImages ?? '') : '',
    otherSource: values.otherSource ?? 0,
    specIds: (values.specIds ?? []).join(','),
    competitionSerieses: (values.competitionSerieses ?? []).join(','),
    budget: values.budget ?? 0,
    buyCount: businessType === bulkBusinessType ? (values.buyCount ?? 0) : 0,
    addPurchaseOldSeriesId: oldCarBusinessTypes.includes(businessType)
      ? (values.addPurchaseOldSeriesId ?? 0)
      : 0,
    buycarDate: values.buycarDate ?? 0,
    buyProvince: values.region?.province ?? '',
    buyCity: values.region?.city ?? '',
    buyArea: values.region?.area ?? '',
    tags: (values.tags ?? []).join(' '),
    addition: {
      province: values.home?.province ?? '',
      city: values.home?.city ?? '',
      area: values.home?.area ?? '',
      address: values.address ?? '',
      identifyType: values.identifyType ?? 1,
      idNo: (values.idNo ?? '').trim().toUpperCase(),
      birthday: values.birthday === undefined ? '' : formatDay(values.birthday),
      qq: values.qq ?? '',
    },
  }
}

/** The form values of an existing file. */
export function customerFormOf(file: EditableValues): Partial<CustomerForm> {
  const { addition, buyProvince, buyCity, buyArea, specIds, competitionSerieses, tags, ...same } = file
  const { province, city, area, birthday, ...person } = addition
  return {
    ...same,
    ...person,
    ...(buyProvince && { region: { province: buyProvince, city: buyCity, area: buyArea } }),
    ...(province && { home: { province, city, area } }),
    ...(birthday && { birthday: secondsOf(dayjs(birthday)) }),
    identifyType: person.identifyType || 1,
    specIds: idsOf(specIds),
    competitionSerieses: idsOf(competitionSerieses),
    tags: tags.split(/\s+/).filter(Boolean),
  }
}

export const idsOf = (list: string): number[] => (list === '' ? [] : list.split(',').map(Number))

/** The birthday encoded in a resident identity number; undefined for any other text. */
export function birthdayOfId(idNo: string): number | undefined {
  if (!isResidentId(idNo)) return undefined
  const day = idNo.length === 15 ? `19${idNo.slice(6, 12)}` : idNo.slice(6, 14)
  return secondsOf(dayjs(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`))
}

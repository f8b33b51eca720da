import { z } from 'zod'
import { codeOf } from '../base/codes.ts'
import { Birthday, ExpectedAt, plannedAt } from '../kernel/dates.ts'
import { cleanDocument } from '../kernel/clean.ts'
import { addDays, dayStart } from '../kernel/day.ts'
import { isMasked } from '../kernel/masked.ts'
import { MobileOrMasked, SecondPhone } from '../kernel/mobile.ts'
import { pictureKeys } from '../kernel/pictures.ts'
import {
  code,
  dealerId,
  halfFilled,
  idList,
  lines,
  oneOf,
  OptionalId,
  required,
  text,
} from '../kernel/wire.ts'
import { PersonName } from '../kernel/text.ts'
import { hourFields, NextActivityType } from './appointment.fields.ts'
import { reportHourProblems } from './appointment.rules.ts'
import {
  stopped,
  activityType,
  identityProblem,
  maxSeries,
  oldCarBusinessTypes,
  proofSources,
  source,
} from './customer.rules.ts'
import { followLevels, nextDateAllowed } from './level.rules.ts'

/** Request and response for a new customer. */

const seriesList = codeOf('competitorSeries', idList(maxSeries), '竞品车系不存在，请重新选择')

/** An id as number or as digits, since clients send either; 0 or empty for none. */
const SourceId = z
  .union([
    OptionalId.unwrap(),
    z
      .string()
      .regex(/^\d{0,15}$/)
      .transform(Number),
  ])
  .default(0)

/** Type of a new file: entered by a consultant, by the front desk, or a repurchase. */
export const newType = { consultant: 0, frontDesk: 1, repurchase: 2 } as const

export const Addition = z.object({
  province: text(50),
  city: text(50),
  area: text(50),
  address: text(200),
  idNo: z.string().overwrite(cleanDocument).max(30, '不能超过30个字').default(''),
  identifyType: codeOf('identifyTypes', z.number().int().min(1).max(9), '请选择证件类型').default(1),
  /** YYYY-MM-DD or empty. */
  birthday: Birthday,
  qq: code(20),
})

const fields = z.object({
  dealerId,
  name: PersonName('请输入客户姓名'),
  mobile: MobileOrMasked('请输入手机号'),
  weixin: code(50),
  gender: oneOf([1, 2], '请选择性别'),
  /** Object keys of the uploaded proof images, comma-joined. */
  newMediaImages: pictureKeys(1000),
  type: oneOf([1, 2], '请选择类型').default(1),
  companyName: text(100),
  fromSource: codeOf(
    'customerFromSources',
    z.number('请选择客户来源').int().min(1).max(9999),
    '请选择客户来源',
  ).default(2),
  /** Id of the custom source (fromSource 99) or of the online source (98). */
  otherSource: SourceId,
  customSource: OptionalId,
  addition: Addition.prefault({}),
  secondardPhone: SecondPhone,
  tags: lines(200),
  level: z.enum(followLevels, '请选择级别').default('N'),
  specIds: codeOf(
    'series',
    idList(maxSeries, '请选择意向车系').refine((ids) => ids.length > 0, '请选择意向车系'),
    '请选择意向车系',
  ),
  competitionSerieses: seriesList.default([]),
  budget: codeOf('budgets', z.number().int().min(0).max(99), '请选择购车预算').default(1),
  nextActivityType: NextActivityType.default(1),
  /** Epoch seconds. */
  nextDate: plannedAt('请选择跟进日期'),
  buycarDate: ExpectedAt,
  nextTestSpecId: codeOf('series', OptionalId, '请选择意向车型'),
  ...hourFields,
  isRepace: z.boolean().default(true),
  businessType: codeOf('businessTypes', z.number().int().min(1).max(99), '请选择业务类型').default(1),
  buyCount: z
    .number('购车数量为0-10000')
    .int('购车数量为0-10000')
    .min(0, '购车数量为0-10000')
    .max(10_000, '购车数量为0-10000')
    .default(0),
  buyProvince: required('请选择购车地区'),
  buyCity: required('请选择购车地区'),
  buyArea: text(50),
  remark: lines(500),
  /** See `newType`: 0 consultant, 1 front desk, 2 repurchase. */
  newType: z.number().int().min(0).max(2).default(0),
  /** Customer of a repurchase. Masked numbers keep the file's own; without `assignMemberId` the owner stays. */
  oldCustomerId: OptionalId,
  /** Owner, if that is not the calling member (front desk); 0 for the calling member. */
  assignMemberId: OptionalId,
  addPurchaseOldSeriesId: codeOf('series', OptionalId, '请选择原有车系'),
})
type Fields = z.output<typeof fields>

/**
 * Rules across fields. They also run while single fields are invalid, so they accept partial data. The level's window of the next date
 * depends on the clock: see `nextDateProblem`.
 */
export const NewCustomer = fields.superRefine((value: Partial<Fields>, context) => {
  const problem = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
  if (value.type === 2 && !value.companyName) problem(['companyName'], '请输入企业名称')
  if (value.fromSource === source.custom && !value.otherSource && !value.customSource)
    problem(['otherSource'], '请选择自定义来源')
  if (value.fromSource === source.network && !value.otherSource) problem(['otherSource'], '请选择网络来源')
  if (value.fromSource !== undefined && proofSources.includes(value.fromSource) && !value.newMediaImages)
    problem(['newMediaImages'], '请上传客户来源凭证')
  if (value.nextActivityType === activityType.testDrive && !value.nextTestSpecId)
    problem(['nextTestSpecId'], '请选择意向车型')
  reportHourProblems(value, (field, message) => problem([field], message))
  if (
    value.businessType !== undefined &&
    !oldCarBusinessTypes.includes(value.businessType) &&
    value.addPurchaseOldSeriesId
  )
    problem(['addPurchaseOldSeriesId'], '仅增购与置换可填写原有车系')
  const { identifyType, idNo } = (value.addition ?? {}) as Partial<Fields['addition']>
  const again = value.newType === newType.repurchase
  const keepsNumber = again && isMasked(idNo)
  const identity = !keepsNumber && identityProblem(identifyType ?? 1, typeof idNo === 'string' ? idNo : '')
  if (identity) problem(['addition', 'idNo'], identity)
  // At the front desk the customer is present: the district can be asked for, and a consultant must receive them.
  if (value.newType === newType.frontDesk) {
    if (value.buyProvince && value.buyCity && !value.buyArea) problem(['buyArea'], '请选择购车地区')
    if (!value.assignMemberId) problem(['assignMemberId'], '请选择客户经理')
  }
  if (again && !value.oldCustomerId) problem(['oldCustomerId'], '请选择再购客户')
  if (!again && isMasked(value.mobile)) problem(['mobile'], '请输入正确的手机号')
  if (!again && isMasked(value.secondardPhone)) problem(['secondardPhone'], '请输入合法的联系号码')
}, halfFilled)
export type NewCustomer = z.output<typeof NewCustomer>
export type NewCustomerInput = z.input<typeof NewCustomer>

/** Returns the error text if the next follow-up is outside the level's window, otherwise undefined. */
export function nextDateProblem(
  value: { level: string; nextDate: number },
  nowSeconds: number,
): string | undefined {
  const level = followLevels.find((one) => one === value.level)
  if (!value.nextDate) return undefined
  // O and D have no window, but their next follow-up must not be in the past either.
  if (!level) return dayStart(value.nextDate) < addDays(nowSeconds, -1) ? '跟进日期不能早于昨天' : undefined
  return nextDateAllowed(level, value.nextDate, nowSeconds) ? undefined : '跟进日期超出该级别的可选范围'
}

/** Returns the error text for a day of purchase in the past, which only older files have. */
export const purchaseProblem = (buycarDate: number, nowSeconds: number): string | undefined =>
  buycarDate > 0 && dayStart(buycarDate) < dayStart(nowSeconds) ? '预计购车日期不能早于今天' : undefined

export const AddAnswer = z.object({
  customerId: z.number().optional(),
  dealId: z.number().optional(),
  /** The mobile was waiting in the store's WeCom pool; the new file has claimed it. */
  weixinClueExisted: z.boolean().optional(),
})

/** Data of a blocklist hit (status -2, code 1004); `detail` lists the contact persons, comma-separated. */
export const BlockedCustomer = z.object({ name: z.string(), mobile: z.string(), identifyNo: z.string() })

/** Data of a number on file at the front desk (status -2, code 202); `detail` says what to do next. */
export const CustomerOnFile = z.object({
  ...BlockedCustomer.shape,
  customerId: z.number(),
  ownerName: z.string(),
  /** The customer is in the showroom. */
  isPresent: z.boolean(),
  stopped: z.enum(stopped),
})

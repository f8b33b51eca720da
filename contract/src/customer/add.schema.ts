import { z } from 'zod'
import { codeOf } from '../base/codes.ts'
import { Birthday, ExpectedAt, plannedAt } from '../kernel/dates.ts'
import { addDays, dayStart } from '../kernel/day.ts'
import { isMasked } from '../kernel/masked.ts'
import { MobileOrMasked, SecondPhone } from '../kernel/mobile.ts'
import { dealerId, halfFilled, idList, oneOf, OptionalId, required, text } from '../kernel/wire.ts'
import { PersonName } from '../kernel/text.ts'
import {
  activityType,
  followLevels,
  identityProblem,
  maxSeries,
  nextActivityTypes,
  nextDateAllowed,
  oldCarBusinessTypes,
  proofSources,
  source,
} from './customer.rules.ts'

/** A new customer. */

const seriesList = codeOf('competitorSeries', idList(maxSeries), '竞品车系不存在，请重新选择')

/** An id, or 0 for none; or the text of its digits, empty for none: clients send either. */
const SourceId = z
  .union([
    OptionalId.unwrap(),
    z
      .string()
      .regex(/^\d{0,15}$/)
      .transform(Number),
  ])
  .default(0)

/** Who opens a file: a consultant, the front desk, or either for a customer who buys again. */
export const newType = { consultant: 0, frontDesk: 1, repurchase: 2 } as const

export const Addition = z.object({
  province: text(50),
  city: text(50),
  area: text(50),
  address: text(200),
  idNo: text(30),
  identifyType: codeOf('identifyTypes', z.number().int().min(1).max(9), '请选择证件类型').default(1),
  /** YYYY-MM-DD or empty. */
  birthday: Birthday,
  qq: text(20),
})

const fields = z.object({
  dealerId,
  name: PersonName('请输入客户姓名'),
  mobile: MobileOrMasked('请输入手机号'),
  weixin: text(50),
  gender: oneOf([1, 2], '请选择性别'),
  /** Object keys of the uploaded proof images, comma-joined. */
  newMediaImages: text(1000),
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
  tags: text(200),
  level: z.enum(followLevels, '请选择级别').default('N'),
  specIds: codeOf(
    'series',
    idList(maxSeries, '请选择意向车系').refine((ids) => ids.length > 0, '请选择意向车系'),
    '请选择意向车系',
  ),
  competitionSerieses: seriesList.default([]),
  budget: codeOf('budgets', z.number().int().min(0).max(99), '请选择购车预算').default(1),
  nextActivityType: oneOf(nextActivityTypes, '请选择下次跟进').default(1),
  /** Epoch seconds. */
  nextDate: plannedAt('请选择跟进日期'),
  buycarDate: ExpectedAt,
  nextTestSpecId: codeOf('series', OptionalId, '请选择意向车型'),
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
  remark: text(500),
  /** 0 by a consultant, 1 at the front desk, 2 re-purchase. */
  newType: z.number().int().min(0).max(2).default(0),
  /**
   * Re-purchase: the customer who buys again. Masked numbers mean that the file's own stay. Without `assignMemberId` the owner
   * stays as well.
   */
  oldCustomerId: OptionalId,
  /** The owner, where the one who creates the file is not (front desk). 0: oneself. */
  assignMemberId: OptionalId,
  addPurchaseOldSeriesId: codeOf('series', OptionalId, '请选择原有车系'),
})
type Fields = z.output<typeof fields>

/**
 * The rules between fields. They also run while single fields are wrong, so each is written for half-filled data.
 * The level's window of the next date depends on the clock: see `newCustomerDateProblem`.
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
  // Who stands before the desk can be asked for the district, and somebody is to receive them.
  if (value.newType === newType.frontDesk) {
    if (value.buyProvince && value.buyCity && !value.buyArea) problem(['buyArea'], '请选择购车地区')
    if (!value.assignMemberId) problem(['assignMemberId'], '请选择客户经理')
  }
  if (again && !value.oldCustomerId) problem(['oldCustomerId'], '请选择再购客户')
  if (!again && isMasked(value.mobile)) problem(['mobile'], '请输入正确的手机号码')
  if (!again && isMasked(value.secondardPhone)) problem(['secondardPhone'], '请输入合法的联系号码')
}, halfFilled)
export type NewCustomer = z.output<typeof NewCustomer>
export type NewCustomerInput = z.input<typeof NewCustomer>

/** The text to show when the next follow-up lies outside the level's window, or nothing. */
export function nextDateProblem(
  value: { level: string; nextDate: number },
  nowSeconds: number,
): string | undefined {
  const level = followLevels.find((one) => one === value.level)
  if (!value.nextDate) return undefined
  // Ordered and delivered customers have no window; the past is no plan for them either.
  if (!level) return dayStart(value.nextDate) < addDays(nowSeconds, -1) ? '跟进日期不能早于昨天' : undefined
  return nextDateAllowed(level, value.nextDate, nowSeconds) ? undefined : '跟进日期超出该级别的可选范围'
}

export const AddAnswer = z.object({
  customerId: z.number().optional(),
  dealId: z.number().optional(),
  /** The number was waiting in the store's WeCom customer pool; the new file has claimed it. */
  weixinClueExisted: z.boolean().optional(),
})

/** What a blocklist hit tells (status -2, code 1004): `detail` lists the contact persons, comma-separated. */
export const BlockedCustomer = z.object({ name: z.string(), mobile: z.string(), identifyNo: z.string() })

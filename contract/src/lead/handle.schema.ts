import { z } from 'zod'
import { codeOf } from '../base/codes.ts'
import { Addition } from '../customer/add.schema.ts'
import {
  activityType,
  followLevels,
  identityProblem,
  maxSeries,
  nextActivityTypes,
} from '../customer/customer.rules.ts'
import { ExpectedAt, plannedAt } from '../kernel/dates.ts'
import { isMasked } from '../kernel/masked.ts'
import { MobileOrMasked, SecondPhone } from '../kernel/mobile.ts'
import { dealerId, halfFilled, Id, idList, oneOf, OptionalId, required, text } from '../kernel/wire.ts'
import { PersonName } from '../kernel/text.ts'
import { cityReason, otherReason } from './lead.rules.ts'

/** Cleaning and assigning leads. */

/** More leads at once than a page holds are nobody's choice. */
export const batchMax = 200

/** Fields of a valid lead's customer that both forms have. */
const valid = {
  dealerId,
  clueId: Id,
  isValid: z.union([z.literal(true), z.literal(1)]),
  businessType: codeOf('businessTypes', z.number().int().min(1).max(99), '请选择业务类型').default(1),
  buyProvince: required('请选择购车地区'),
  buyCity: required('请选择购车地区'),
  buyArea: text(50),
  buyCount: z
    .number('购车数量为0-10000')
    .int('购车数量为0-10000')
    .min(0, '购车数量为0-10000')
    .max(10_000, '购车数量为0-10000')
    .default(0),
  /** Old car of a trade-in or an additional purchase. */
  addPurchaseOldSeriesId: codeOf('series', OptionalId, '请选择原有车系'),
  competitionSerieses: codeOf('competitorSeries', idList(maxSeries), '竞品车系不存在，请重新选择').default(
    [],
  ),
  remark: text(500),
}

/** A store's own cleaning: 手动清洗. `memberId` is asked for by who may assign. */
export const ManualValid = z.object({
  ...valid,
  specIds: codeOf(
    'series',
    idList(maxSeries, '请选择意向车系').refine((ids) => ids.length > 0, '请选择意向车系'),
    '请选择意向车系',
  ),
  memberId: OptionalId,
})
export type ManualValid = z.output<typeof ManualValid>

/** Where assignment is automatic: the whole customer file at once (自动清洗), its owner chosen by the server. */
export const AutoValid = z
  .object({
    ...valid,
    name: PersonName('请输入客户姓名'),
    /** Masked: as the lead has it. */
    mobile: MobileOrMasked('请输入手机号'),
    weixin: text(50),
    gender: oneOf([1, 2], '请选择性别'),
    /** 1 personal, 2 company; `memberType` of the handling form. */
    type: oneOf([1, 2], '请选择类型').default(1),
    companyName: text(100),
    secondardPhone: SecondPhone,
    tags: text(200),
    addition: Addition.prefault({}),
    specIds: codeOf(
      'series',
      idList(maxSeries, '请选择意向车型').refine((ids) => ids.length > 0, '请选择意向车型'),
      '请选择意向车型',
    ),
    level: z.enum(followLevels, '请选择级别').default('N'),
    budget: codeOf('budgets', z.number().int().min(0).max(99), '请选择购车预算').default(1),
    buycarDate: ExpectedAt,
    nextActivityType: oneOf(nextActivityTypes, '请选择下次跟进').default(1),
    nextDate: plannedAt('请选择跟进日期'),
    nextTestSpecId: codeOf('series', OptionalId, '请选择试驾车系'),
    /** 0: the server chooses. */
    memberId: OptionalId,
  })
  .superRefine((value, context) => {
    if (value.type === 2 && !value.companyName)
      context.addIssue({ code: 'custom', path: ['companyName'], message: '请输入企业名称' })
    if (value.nextActivityType === activityType.testDrive && !value.nextTestSpecId)
      context.addIssue({ code: 'custom', path: ['nextTestSpecId'], message: '请选择试驾车系' })
    if (isMasked(value.secondardPhone))
      context.addIssue({ code: 'custom', path: ['secondardPhone'], message: '请输入合法的联系号码' })
    const { identifyType = 1, idNo } = (value.addition ?? {}) as Partial<z.output<typeof Addition>>
    const identity = typeof idNo === 'string' && identityProblem(identifyType, idNo)
    if (identity) context.addIssue({ code: 'custom', path: ['addition', 'idNo'], message: identity })
  }, halfFilled)
export type AutoValid = z.output<typeof AutoValid>

/**
 * What cleaning entered about the customer, by the names of the wire: kept with a valid lead until somebody owns it. Name and mobile are
 * the lead's own. What a store's own cleaning does not ask for is absent.
 */
export type LeadForm = Omit<ManualValid, HandledKey> &
  Partial<Omit<AutoValid, HandledKey | 'name' | 'mobile'>>
type HandledKey = 'dealerId' | 'clueId' | 'isValid' | 'memberId'

export const Invalid = z
  .object({
    dealerId,
    clueId: Id,
    isValid: z.union([z.literal(false), z.literal(0)]),
    invalidReason: codeOf(
      'clueInvalidReasons',
      z.number('请选择无效理由').int().min(1, '请选择无效理由').max(999),
      '请选择无效理由',
    ),
    invalidProvince: text(50),
    invalidCity: text(50),
    remark: text(500),
  })
  .superRefine((value, context) => {
    if (value.invalidReason === cityReason && !(value.invalidProvince && value.invalidCity))
      context.addIssue({ code: 'custom', path: ['invalidCity'], message: '请选择省市' })
    if (value.invalidReason === otherReason && !value.remark)
      context.addIssue({ code: 'custom', path: ['remark'], message: '请输入备注' })
  }, halfFilled)
export type Invalid = z.output<typeof Invalid>

/**
 * What `clear` takes: which of the three it is depends on `isValid` and on the store's policy, so the fields are read by
 * `ManualValid`, `AutoValid` or `Invalid` once that is known. `fromSource` and `otherSource` stay the lead's own.
 */
export const ClearClue = z.looseObject({
  dealerId,
  clueId: Id,
  isValid: z.union([z.boolean(), z.literal([0, 1])]),
})

/** What became of the lead. */
export const HandledAnswer = z.object({
  /** As `leadStatus`. */
  clueStatus: z.number(),
  /** The customer it became; 0 for none. */
  customerId: z.number(),
  /** It was on file: attached to that customer, whose owner has it. */
  isRepeat: z.boolean(),
  /** Whose it is; empty while nobody's. */
  ownerName: z.string(),
  /** What takes the result back, for a minute; 0 where it has gone further than the lead. */
  undoId: z.number(),
})

export const NoContact = z.object({ dealerId, clueId: Id, remark: text(500) })

const owner = {
  memberId: z.number('请选择客户经理').int().min(1, '请选择客户经理').max(Number.MAX_SAFE_INTEGER),
  remark: text(500),
}
export const AssignClue = z.object({ dealerId, clueId: Id, ...owner })
export const BatchAssign = z.object({
  dealerId,
  clueIdArr: z
    .array(Id, '请选择分配客户')
    .min(1, '请选择分配客户')
    .max(batchMax, `最多选择${batchMax}项`)
    .transform((ids) => [...new Set(ids)]),
  ...owner,
})
/** Those that somebody else was quicker with, or that changed meanwhile, stay as they are. */
export const BatchAssignAnswer = z.object({
  successTotal: z.number(),
  /** Of those: on file already, so that the customer's owner has them. */
  repeatTotal: z.number(),
  skippedTotal: z.number(),
})

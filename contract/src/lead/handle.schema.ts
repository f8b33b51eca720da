import { z } from 'zod'
import { codeOf } from '../base/codes.ts'
import { Addition } from '../customer/add.schema.ts'
import { hourFields, NextActivityType } from '../customer/appointment.fields.ts'
import { reportHourProblems } from '../customer/appointment.rules.ts'
import { activityType, identityProblem, maxSeries } from '../customer/customer.rules.ts'
import { followLevels } from '../customer/level.rules.ts'
import { ExpectedAt, plannedAt } from '../kernel/dates.ts'
import { isMasked } from '../kernel/masked.ts'
import { Mobile, MobileOrMasked, OptionalMobile, SecondPhone } from '../kernel/mobile.ts'
import {
  code,
  dealerId,
  halfFilled,
  Id,
  idList,
  lines,
  oneOf,
  OptionalId,
  required,
  text,
} from '../kernel/wire.ts'
import { PersonName } from '../kernel/text.ts'
import { cityReason, otherReason } from './lead.rules.ts'

/** Cleaning and assigning leads. */

/** Maximum number of leads in a batch. No page shows more, so no member can have selected them. */
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
  remark: lines(500),
}

/** Manual cleaning by the store (手动清洗). `memberId` is required from members with the right to assign. */
export const ManualValid = z.object({
  ...valid,
  specIds: codeOf(
    'series',
    idList(maxSeries, '请选择意向车系').refine((ids) => ids.length > 0, '请选择意向车系'),
    '请选择意向车系',
  ),
  /** Completes a lead without one. */
  mobile: OptionalMobile,
  memberId: OptionalId,
})
export type ManualValid = z.output<typeof ManualValid>

/** Cleaning under automatic assignment (自动清洗): the full customer form. The server chooses the owner. */
export const AutoValid = z
  .object({
    ...valid,
    name: PersonName('请输入客户姓名'),
    /** A masked number keeps the lead's own. */
    mobile: MobileOrMasked('请输入手机号'),
    weixin: code(50),
    gender: oneOf([1, 2], '请选择性别'),
    /** 1 personal, 2 company; `memberType` of the handling form. */
    type: oneOf([1, 2], '请选择类型').default(1),
    companyName: text(100),
    secondardPhone: SecondPhone,
    tags: lines(200),
    addition: Addition.prefault({}),
    specIds: codeOf(
      'series',
      idList(maxSeries, '请选择意向车型').refine((ids) => ids.length > 0, '请选择意向车型'),
      '请选择意向车型',
    ),
    level: z.enum(followLevels, '请选择级别').default('N'),
    budget: codeOf('budgets', z.number().int().min(0).max(99), '请选择购车预算').default(1),
    buycarDate: ExpectedAt,
    nextActivityType: NextActivityType.default(1),
    nextDate: plannedAt('请选择跟进日期'),
    nextTestSpecId: codeOf('series', OptionalId, '请选择试驾车系'),
    /** Only for a lead that gets its owner at once. */
    ...hourFields,
    /** 0: the server chooses. */
    memberId: OptionalId,
  })
  .superRefine((value, context) => {
    if (value.type === 2 && !value.companyName)
      context.addIssue({ code: 'custom', path: ['companyName'], message: '请输入企业名称' })
    if (value.nextActivityType === activityType.testDrive && !value.nextTestSpecId)
      context.addIssue({ code: 'custom', path: ['nextTestSpecId'], message: '请选择试驾车系' })
    reportHourProblems(value, (field, message) =>
      context.addIssue({ code: 'custom', path: [field], message }),
    )
    if (isMasked(value.secondardPhone))
      context.addIssue({ code: 'custom', path: ['secondardPhone'], message: '请输入合法的联系号码' })
    const { identifyType = 1, idNo } = (value.addition ?? {}) as Partial<z.output<typeof Addition>>
    const identity = typeof idNo === 'string' && identityProblem(identifyType, idNo)
    if (identity) context.addIssue({ code: 'custom', path: ['addition', 'idNo'], message: identity })
  }, halfFilled)
export type AutoValid = z.output<typeof AutoValid>

/**
 * Customer data entered in cleaning, by the names of the wire. Kept with a valid lead until it has an owner. Excludes name and mobile,
 * which are the lead's own. Fields that manual cleaning does not ask for are absent.
 */
export type LeadForm = Omit<ManualValid, HandledKey> & Partial<Omit<AutoValid, HandledKey | 'name'>>
type HandledKey = 'dealerId' | 'clueId' | 'isValid' | 'memberId' | 'mobile'

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
    remark: lines(500),
  })
  .superRefine((value, context) => {
    if (value.invalidReason === cityReason && !(value.invalidProvince && value.invalidCity))
      context.addIssue({ code: 'custom', path: ['invalidCity'], message: '请选择省市' })
    if (value.invalidReason === otherReason && !value.remark)
      context.addIssue({ code: 'custom', path: ['remark'], message: '请输入备注' })
  }, halfFilled)
export type Invalid = z.output<typeof Invalid>

/**
 * Request of `clear`. `ManualValid`, `AutoValid` or `Invalid` validates its fields, depending on `isValid` and on the store's policy.
 * `fromSource` and `otherSource` always stay the lead's own.
 */
export const ClearClue = z.looseObject({
  dealerId,
  clueId: Id,
  isValid: z.union([z.boolean(), z.literal([0, 1])]),
})

/** Result of handling a lead. */
export const HandledAnswer = z.object({
  /** See `leadStatus`. */
  clueStatus: z.number(),
  /** The customer of the lead; 0 for none. */
  customerId: z.number(),
  /** The mobile belonged to an existing customer: the lead was attached to it and has its owner. */
  isRepeat: z.boolean(),
  /** Name of the owner; empty without one. */
  ownerName: z.string(),
  /** Id to undo the result within a minute; 0 if more than the lead has changed. */
  undoId: z.number(),
})

/** Completes the mobile of a lead that was assigned without, which begins the customer's file. */
export const CompleteClue = z.object({ dealerId, clueId: Id, mobile: Mobile('请输入手机号') })

export const NoContact = z.object({ dealerId, clueId: Id, remark: lines(500) })

const owner = {
  memberId: z.number('请选择客户经理').int().min(1, '请选择客户经理').max(Number.MAX_SAFE_INTEGER),
  remark: lines(500),
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
/** Leads that changed or were assigned meanwhile stay as they are. */
export const BatchAssignAnswer = z.object({
  successTotal: z.number(),
  /** How many of them were attached to existing customers and their owners. */
  repeatTotal: z.number(),
  skippedTotal: z.number(),
})

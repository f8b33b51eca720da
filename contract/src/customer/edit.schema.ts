import { z } from 'zod'
import { codeOf } from '../base/codes.ts'
import { ExpectedAt } from '../kernel/dates.ts'
import { isMasked } from '../kernel/masked.ts'
import { cleanNumber, cleanNumbers } from '../kernel/clean.ts'
import { pictureKeys } from '../kernel/pictures.ts'
import {
  code,
  lines,
  dealerId,
  halfFilled,
  Id,
  idList,
  oneOf,
  OptionalId,
  required,
  text,
} from '../kernel/wire.ts'
import { PersonName } from '../kernel/text.ts'
import { Addition } from './add.schema.ts'
import { identityProblem, maxSeries, oldCarBusinessTypes, proofSources, source } from './customer.rules.ts'

/** Editing a customer's file. Numbers are sent masked; one that comes back masked stays unchanged. */

/** Initial values of the form, in the shape that it sends back. */
export const EditableValues = z.object({
  name: z.string(),
  /** Masked; empty if the store knows the customer only by another contact, and then not required. */
  mobile: z.string(),
  weixin: z.string(),
  gender: z.number(),
  type: z.number(),
  companyName: z.string(),
  fromSource: z.number(),
  otherSource: z.number(),
  /** Masked. */
  secondardPhone: z.string(),
  businessType: z.number(),
  buyCount: z.number(),
  buyProvince: z.string(),
  buyCity: z.string(),
  buyArea: z.string(),
  budget: z.number(),
  buycarDate: z.number(),
  addPurchaseOldSeriesId: z.number(),
  /** Object keys, comma-joined; the profile's `newMediaUrl` has their links in the same order. */
  newMediaImages: z.string(),
  addition: z.object({
    province: z.string(),
    city: z.string(),
    area: z.string(),
    /** Masked. */
    address: z.string(),
    /** Masked. */
    idNo: z.string(),
    identifyType: z.number(),
    birthday: z.string(),
    qq: z.string(),
  }),
  specIds: z.string(),
  competitionSerieses: z.string(),
  /** Space-separated. */
  tags: z.string(),
})
export type EditableValues = z.infer<typeof EditableValues>

const EditedMobile = z
  .string()
  .overwrite(cleanNumber)
  .refine((value) => value === '' || isMasked(value) || /^1[3-9]\d{9}$/.test(value), '请输入正确的手机号')
  .default('')

const EditedSecondPhone = z
  .string()
  .overwrite(cleanNumbers)
  .max(100, '请输入合法的联系号码')
  .refine((value) => isMasked(value) || /^[0-9\s-]*$/.test(value), '请输入合法的联系号码')
  .default('')

/** Fields of the form with their rules. */
export const EditableCustomer = z.object({
  name: PersonName('请输入客户姓名'),
  mobile: EditedMobile,
  weixin: code(50),
  gender: oneOf([1, 2], '请选择性别'),
  type: oneOf([1, 2], '请选择类型').default(1),
  companyName: text(100),
  fromSource: codeOf(
    'customerFromSources',
    z.number('请选择客户来源').int().min(1, '请选择客户来源').max(9999),
    '请选择客户来源',
  ),
  /** Id of the custom source (fromSource 99) or of the online source (98). */
  otherSource: OptionalId,
  secondardPhone: EditedSecondPhone,
  businessType: codeOf('businessTypes', z.number().int().min(1).max(99), '请选择业务类型').default(1),
  buyCount: z
    .number('购车数量为0-10000')
    .int('购车数量为0-10000')
    .min(0, '购车数量为0-10000')
    .max(10_000, '购车数量为0-10000')
    .default(0),
  buyProvince: required('请选择购车地区'),
  buyCity: required('请选择购车地区'),
  buyArea: required('请选择购车地区'),
  budget: codeOf('budgets', z.number().int().min(0).max(99), '请选择购车预算').default(0),
  buycarDate: ExpectedAt,
  addPurchaseOldSeriesId: codeOf('series', OptionalId, '请选择原有车系'),
  newMediaImages: pictureKeys(1000),
  addition: Addition.prefault({}),
  specIds: codeOf(
    'series',
    idList(maxSeries, '请选择意向车系').refine((ids) => ids.length > 0, '请选择意向车系'),
    '请选择意向车系',
  ),
  competitionSerieses: codeOf('competitorSeries', idList(maxSeries), '竞品车系不存在，请重新选择').default(
    [],
  ),
  tags: lines(200),
})
export type EditableCustomer = z.output<typeof EditableCustomer>

const fields = EditableCustomer.extend({
  dealerId,
  customerId: Id,
  /** Version and values of the file when the form was opened: a field that both changed is a conflict (code 409). */
  rowVersion: z.number().int().min(1).optional(),
  original: z.record(z.string().max(40), z.unknown()).optional(),
  /** 置换. Ignored: the business type decides. */
  isReplace: z.boolean().default(false),
})

export const EditCustomer = fields.superRefine((value: Partial<EditableCustomer>, context) => {
  const problem = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
  if (value.type === 2 && !value.companyName) problem(['companyName'], '请输入企业名称')
  if (value.fromSource === source.custom && !value.otherSource) problem(['otherSource'], '请选择自定义来源')
  if (value.fromSource === source.network && !value.otherSource) problem(['otherSource'], '请选择网络来源')
  if (value.fromSource !== undefined && proofSources.includes(value.fromSource) && !value.newMediaImages)
    problem(['newMediaImages'], '请上传客户来源凭证')
  if (
    value.businessType !== undefined &&
    !oldCarBusinessTypes.includes(value.businessType) &&
    value.addPurchaseOldSeriesId
  )
    problem(['addPurchaseOldSeriesId'], '仅增购与置换可填写原有车系')
  const { idNo, identifyType } = (value.addition ?? {}) as Partial<EditableCustomer['addition']>
  const identity = !isMasked(idNo) && identityProblem(identifyType ?? 1, typeof idNo === 'string' ? idNo : '')
  if (identity) problem(['addition', 'idNo'], identity)
}, halfFilled)
export type EditCustomer = z.output<typeof EditCustomer>

export const EditAnswer = z.object({
  rowVersion: z.number(),
  /** The new mobile was waiting in the store's WeCom pool; the file has claimed it. */
  weixinClueExisted: z.boolean().optional(),
})

/** Data of a refusal with code 409: the current file, and the fields that both changed. */
export const EditConflict = z.object({
  rowVersion: z.number(),
  current: EditableValues,
  /** Paths such as `name` and `addition.birthday`. */
  conflicts: z.array(z.string()),
})
export type EditConflict = z.infer<typeof EditConflict>

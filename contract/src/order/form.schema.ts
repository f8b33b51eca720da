import { z } from 'zod'
import { cleanDocument, cleanLine } from '../kernel/clean.ts'
import { codeOf } from '../base/codes.ts'
import { dateUntil, ExpectedAt } from '../kernel/dates.ts'
import { dayStart } from '../kernel/day.ts'
import { isMasked } from '../kernel/masked.ts'
import { MobileOrMasked } from '../kernel/mobile.ts'
import { holdsNumber, numberInName, PlainName } from '../kernel/text.ts'
import { code, dealerId, halfFilled, Id, lines, oneOf, OptionalId, required, text } from '../kernel/wire.ts'
import { buyerType, licenceProblem, licenceTypesOf } from './licence.ts'
import { SubOrderInfos } from './line.schema.ts'
import type { OrderLineForm } from './line.schema.ts'
import { farthestDelivery, isCountable } from './order.rules.ts'

/** The form of a new or edited order. Money is yuan with at most two decimals, days are epoch seconds. */

/** Provinces whose cities need no district. */
const withoutArea: ReadonlySet<string> = new Set(['台湾省', '澳门特别行政区'])
export const needsArea = (province: string): boolean => !withoutArea.has(province)

/** Maximum deposit per vehicle, yuan. */
const mostDeposit = 100_000
const wrongDeposit = '请输入正确的订金'
const Deposit = z
  .number(wrongDeposit)
  .min(0, wrongDeposit)
  .max(mostDeposit, { error: `购车定金不能超过${mostDeposit}元`, abort: true })
  .refine((yuan) => Number.isInteger(yuan), wrongDeposit)
  .default(0)

const option = (missing: string) => z.number(missing).int(missing).min(1, missing).max(99, missing)

/** 上牌城市: province and city, joined by a comma. */
const LicenceCity = z
  .string('请选择上牌城市')
  .overwrite(cleanLine)
  .superRefine((value, context) => {
    const [province = '', city = ''] = value.split(',')
    const problem = value === '' ? '请选择上牌城市' : !province ? '请选择上牌省' : !city ? '请选择上牌市' : ''
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })

/** Fields of the form and their rules. A number that comes back masked keeps its stored value. */
export const OrderForm = z.object({
  businessType: codeOf('orderBusinessType', option('请选择业务类型'), '请选择业务类型'),
  /** 1 full, 2 instalment. */
  paymentType: codeOf('paymentTypes', option('请选择收款方式'), '请选择收款方式'),
  /** Deposit per vehicle. */
  payment: Deposit,
  contractNo: code(50),
  /** 1 by the store, 2 by the customer. */
  carLicenseType: codeOf('carLicenseTypes', option('请选择上牌方式'), '请选择上牌方式'),
  carLicenseCity: LicenceCity,
  /** The planned day of delivery; 0 for none yet. */
  deliverDate: dateUntil('expected', farthestDelivery),
  customerType: oneOf([buyerType.personal, buyerType.company], '请选择类型'),
  /** Name of the person or company, without spaces. */
  name: PlainName('请输入名称', 100),
  /** Contact at a company. */
  contactName: text(50).refine((name) => !holdsNumber(name), numberInName),
  phone: MobileOrMasked('请输入联系电话', '请输入正确的联系电话'),
  licenseType: codeOf('orderIdentifyTypeDics', option('请选择证件类型'), '请选择证件类型'),
  licenseNumber: z.string('请输入证件号码').overwrite(cleanDocument).toUpperCase().max(40, '请输入证件号码'),
  province: required('请选择省'),
  city: required('请选择市'),
  /** Omitted for provinces without districts (`needsArea`). */
  area: text(50),
  address: text(200),
  /** When to call the customer next; 0 leaves the plan as it is. */
  nextFollowDate: ExpectedAt,
  remark: lines(500),
  subOrderInfos: SubOrderInfos,
})
export type OrderForm = z.output<typeof OrderForm>
export type OrderFormInput = z.input<typeof OrderForm>

/** Problems that concern several fields. Every rule also works on a half-filled form. */
export function formProblems(form: Partial<OrderForm>): { path: keyof OrderForm; text: string }[] {
  const { province = '', city = '', area = '', address = '' } = form
  const isAreaMissing = needsArea(province) && !area
  const { deliverDate = 0, nextFollowDate = 0, customerType, licenseType, licenseNumber } = form
  const tooLate = nextFollowDate > 0 && deliverDate > 0 && dayStart(nextFollowDate) > dayStart(deliverDate)
  return [
    ...(isAreaMissing ? [{ path: 'area', text: '请选择区' } as const] : []),
    ...(address && (!province || !city || isAreaMissing)
      ? [{ path: 'address', text: '订车人省/市/区信息不完整，请选择省/市/区' } as const]
      : []),
    ...(tooLate ? [{ path: 'nextFollowDate', text: '跟进时间不能晚于预计交车时间' } as const] : []),
    ...licenceProblems(customerType, licenseType, licenseNumber),
    ...(isCountable(form.payment ?? 0, linesOf(form))
      ? []
      : [{ path: 'subOrderInfos', text: '订单金额过大，请核对数量和单价' } as const]),
  ]
}

function licenceProblems(customerType: unknown, type: unknown, value: unknown) {
  if (typeof customerType !== 'number' || typeof type !== 'number') return []
  if (!licenceTypesOf(customerType).includes(type))
    return [{ path: 'licenseType', text: '请选择证件类型' } as const]
  if (typeof value !== 'string' || isMasked(value)) return []
  const problem = licenceProblem(customerType, type, value)
  return problem ? [{ path: 'licenseNumber', text: problem } as const] : []
}

const linesOf = ({ subOrderInfos }: Partial<OrderForm>): OrderLineForm[] =>
  Array.isArray(subOrderInfos) ? subOrderInfos : []

function check(value: unknown, context: z.core.$RefinementCtx): void {
  for (const { path, text: message } of formProblems(value as Partial<OrderForm>))
    context.addIssue({ code: 'custom', path: [path], message })
}

/** Sums calculated by the client. The server ignores them and calculates its own. */
const ownSums = { totalOrderAmount: z.number().optional(), paymentAmount: z.number().optional() }

export const CreateOrder = OrderForm.extend({
  dealerId,
  customerId: Id,
  /** The deal for which the form was opened. */
  dealId: OptionalId,
  ...ownSums,
}).superRefine(check, halfFilled)
export type CreateOrder = z.output<typeof CreateOrder>

export const EditOrder = OrderForm.extend({
  dealerId,
  orderId: Id,
  /** The order's version and values when the form was opened. A field that both sides changed is a conflict (code 409). */
  rowVersion: z.number().int().min(1).optional(),
  original: z.record(z.string().max(40), z.unknown()).optional(),
  ...ownSums,
}).superRefine(check, halfFilled)
export type EditOrder = z.output<typeof EditOrder>

/** `rowVersion` is the order's. */
export const OrderSaved = z.object({
  orderId: z.number(),
  rowVersion: z.number(),
  /** Sums calculated by the server, yuan: deposit of all vehicles and total price. */
  sysPaymentAmount: z.number(),
  sysTotalOrderAmount: z.number(),
})
export type OrderSaved = z.infer<typeof OrderSaved>

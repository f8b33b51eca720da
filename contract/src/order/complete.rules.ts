import type { FieldError } from '../kernel/errors.ts'
import { isMasked } from '../kernel/masked.ts'
import { needsArea, type OrderForm } from './form.schema.ts'
import { licenceProblem, licenceTypesOf } from './licence.ts'

/** Rules that complete an order before its review. A quick order takes its buyer from the customer's file, which may lack values. */

/** The buyer's values that an order may lack; empty ones are missing. */
export type Completion = Pick<
  OrderForm,
  'phone' | 'licenseType' | 'licenseNumber' | 'province' | 'city' | 'area' | 'carLicenseCity'
>

/** Names of what an order may lack. */
export const gapLabels = {
  phone: '手机号',
  licence: '证件号码',
  region: '省市区',
  licenceCity: '上牌城市',
} as const
export type Gap = keyof typeof gapLabels

const hasRegion = ({ province, city, area }: Pick<Completion, 'province' | 'city' | 'area'>): boolean =>
  Boolean(province && city && (area || !needsArea(province)))

/** Returns the gaps of an order. A masked number is no gap. */
export function gapsOf(buyer: Completion): Gap[] {
  const [licenceProvince, licenceCity] = buyer.carLicenseCity.split(',')
  const has: Readonly<Record<Gap, boolean>> = {
    phone: buyer.phone !== '',
    licence: buyer.licenseNumber !== '',
    region: hasRegion(buyer),
    licenceCity: Boolean(licenceProvince && licenceCity),
  }
  return (Object.keys(gapLabels) as Gap[]).filter((gap) => !has[gap])
}

/** The values that fill those gaps. What the order has stays. */
export function fillGaps(gaps: readonly Gap[], given: Completion): Partial<Completion> {
  const { phone, licenseType, licenseNumber, province, city, area, carLicenseCity } = given
  return {
    ...(gaps.includes('phone') && { phone }),
    ...(gaps.includes('licence') && { licenseType, licenseNumber }),
    ...(gaps.includes('region') && { province, city, area: needsArea(province) ? area : '' }),
    ...(gaps.includes('licenceCity') && { carLicenseCity }),
  }
}

/** Problems of the given values, at their fields. */
export function completionProblems(
  customerType: number,
  gaps: readonly Gap[],
  given: Completion,
): FieldError[] {
  const { phone, licenseType, licenseNumber, province, city, area, carLicenseCity } = given
  const isKnown = licenceTypesOf(customerType).includes(licenseType)
  // A masked number is that of the customer's file, which the server takes from there.
  const number = isMasked(licenseNumber)
    ? undefined
    : licenceProblem(customerType, licenseType, licenseNumber)
  const licence = isKnown ? number : '请选择证件类型'
  const region = province ? (city ? '请选择区' : '请选择市') : '请选择省'
  const problems: readonly (FieldError & { readonly gap: Gap; readonly is: boolean })[] = [
    { gap: 'phone', path: 'phone', text: '请输入联系电话', is: phone === '' },
    {
      gap: 'licence',
      path: isKnown ? 'licenseNumber' : 'licenseType',
      text: licence ?? '',
      is: licence !== undefined,
    },
    { gap: 'region', path: 'province', text: region, is: !hasRegion({ province, city, area }) },
    {
      gap: 'licenceCity',
      path: 'carLicenseCity',
      text: '请选择上牌城市',
      is: !carLicenseCity.split(',').every(Boolean) || !carLicenseCity.includes(','),
    },
  ]
  return problems.filter(({ gap, is }) => is && gaps.includes(gap)).map(({ path, text }) => ({ path, text }))
}

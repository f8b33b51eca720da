import { fenOf } from '@showroom/contract/kernel/money'
import { maskIdNo, maskMobile, maskText } from '@showroom/contract/kernel/mask'
import { dayText } from '@showroom/contract/kernel/day'
import type { OrderForm } from '@showroom/contract/order/form.schema'
import { buyerType } from '@showroom/contract/order/licence'
import { formTotals } from '@showroom/contract/order/order.rules'
import { instantOf } from '../../platform/clock.ts'
import type { Vehicle } from '../deliver/vehicle.repository.ts'

/** The order form as database columns: money in fen, days as YYYY-MM-DD, numbers unmasked. */

export interface OrderColumns {
  readonly business_type: number
  readonly payment_type: number
  readonly payment_fen: number
  readonly payment_amount_fen: number
  readonly total_amount_fen: number
  readonly contract_no: string
  readonly car_license_type: number
  readonly car_license_city: string
  readonly deliver_on: string | null
  readonly customer_type: number
  readonly name: string
  readonly contact_name: string
  readonly phone: string
  readonly license_type: number
  readonly license_number: string
  readonly province: string
  readonly city: string
  readonly area: string
  readonly address: string
  readonly next_follow_at: Date | null
  readonly remark: string
  readonly line_count: number
}

/** A line to write. `id` is null for a new line. */
export interface LineRow {
  readonly id: number | null
  readonly seriesId: number
  readonly modelId: number
  readonly skuId: number
  readonly color: string
  readonly quantity: number
  readonly priceFen: number
}

/** Columns of a form. The sums come from `payment` and the lines. */
export function columnsOf(form: OrderForm): OrderColumns {
  const totals = formTotals(form.payment, form.subOrderInfos)
  return {
    business_type: form.businessType,
    payment_type: form.paymentType,
    payment_fen: fenOf(form.payment),
    payment_amount_fen: totals.depositFen,
    total_amount_fen: totals.totalFen,
    contract_no: form.contractNo,
    car_license_type: form.carLicenseType,
    car_license_city: form.carLicenseCity.split(',').slice(0, 2).join(','),
    deliver_on: form.deliverDate ? dayText(form.deliverDate) : null,
    customer_type: form.customerType,
    name: form.name,
    contact_name: form.customerType === buyerType.company ? form.contactName : '',
    phone: form.phone,
    license_type: form.licenseType,
    license_number: form.licenseNumber,
    province: form.province,
    city: form.city,
    area: form.area,
    address: form.address,
    next_follow_at: instantOf(form.nextFollowDate),
    remark: form.remark,
    line_count: form.subOrderInfos.length,
  }
}

/** Lines of a form; `vehicles` has the material of each line. */
export const linesOf = (
  form: OrderForm,
  vehicles: readonly Vehicle[],
  ids: ReadonlyMap<string, number> = new Map(),
): LineRow[] =>
  form.subOrderInfos.map((line, at) => {
    const vehicle = vehicles[at] as Vehicle
    return {
      id: ids.get(line.orderNo) ?? null,
      seriesId: vehicle.seriesId,
      modelId: vehicle.modelId,
      skuId: vehicle.skuId,
      color: vehicle.color,
      quantity: line.num,
      priceFen: fenOf(line.price),
    }
  })

/** Texts that the order's page masks. A value that comes back masked means unchanged. */
export const shownOf = (form: OrderForm): Partial<Record<keyof OrderForm, string>> => ({
  phone: maskMobile(form.phone),
  licenseNumber: maskIdNo(form.licenseNumber),
  address: form.address && '****',
  name: maskText(form.name),
  contactName: maskText(form.contactName),
  contractNo: maskText(form.contractNo),
  remark: maskText(form.remark),
})

import { addDays, dayStart } from '@showroom/contract/kernel/day'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { maskIdNo, maskMobile, unlessShown } from '@showroom/contract/kernel/mask'
import { isMasked } from '@showroom/contract/kernel/masked'
import { needsArea } from '@showroom/contract/order/form.schema'
import type { OrderForm } from '@showroom/contract/order/form.schema'
import type { LockedCustomer } from '../../customer/index.ts'
import { refuseBlocked } from '../../base/index.ts'
import { secondsOf } from '../../platform/clock.ts'
import type { Context } from '../../platform/http/handler.ts'
import { findVehicles } from '../deliver/vehicle.repository.ts'
import type { Vehicle } from '../deliver/vehicle.repository.ts'

/** Checks of the order form that need the database. Reports all problems at once. */

/**
 * Returns the materials of the lines in line order. Reports lines by number if the material is unknown, does not match the line, or is
 * switched off, unless the order already had it.
 */
export async function checkVehicles(
  { db }: Context,
  form: OrderForm,
  before?: OrderForm,
): Promise<{ vehicles: Vehicle[]; problems: FieldError[] }> {
  const offered = await findVehicles(
    db,
    form.subOrderInfos.map(({ skuId }) => skuId),
  )
  const had = new Set(before?.subOrderInfos.map(({ skuId }) => skuId))
  const problems: FieldError[] = []
  const vehicles = form.subOrderInfos.flatMap((line, at) => {
    const vehicle = offered.get(line.skuId)
    const wrong = (path: string, text: string): Vehicle[] => {
      problems.push({ path: `subOrderInfos.${at}.${path}`, text })
      return []
    }
    if (!vehicle || vehicle.modelId !== line.specId) return wrong('skuId', `请选择第${at + 1}行颜色`)
    if (line.seriesId && line.seriesId !== vehicle.seriesId) return wrong('specId', `请选择第${at + 1}行车型`)
    if (vehicle.isOff && !had.has(vehicle.skuId))
      return wrong('skuId', `第${at + 1}行车型或颜色已停用，请重新选择`)
    return [vehicle]
  })
  return { vehicles, problems }
}

/** Checks the values of new or changed fields. */
export function checkFields(
  { catalogue, now }: Pick<Context, 'catalogue' | 'now'>,
  form: OrderForm,
  changed: (field: keyof OrderForm) => boolean,
): FieldError[] {
  const today = dayStart(secondsOf(now))
  const fields: FieldError[] = []
  const wrong = (path: keyof OrderForm, text: string, isWrong: boolean, of = [path]): void => {
    if (isWrong && of.some(changed)) fields.push({ path, text })
  }
  const { province, city, area, deliverDate, nextFollowDate } = form
  wrong('deliverDate', '交车日期不能早于今天', deliverDate > 0 && dayStart(deliverDate) < today)
  wrong(
    'nextFollowDate',
    '跟进时间不能早于昨天',
    nextFollowDate > 0 && dayStart(nextFollowDate) < addDays(today, -1),
  )
  wrong(
    'province',
    '请选择省/市/区',
    !catalogue.hasRegion({ province, city, area: needsArea(province) ? area : '' }),
    ['province', 'city', 'area'],
  )
  const [licenceProvince = '', licenceCity = ''] = form.carLicenseCity.split(',')
  wrong(
    'carLicenseCity',
    '请选择上牌城市',
    !catalogue.hasRegion({ province: licenceProvince, city: licenceCity, area: '' }),
  )
  // A masked value of another order, or one typed with asterisks, is not a number.
  wrong('phone', '请输入正确的联系电话', isMasked(form.phone))
  wrong('licenseNumber', '请输入证件号码', isMasked(form.licenseNumber))
  wrong('address', '请输入完整的地址', isMasked(form.address))
  return fields
}

type Numbers = Pick<OrderForm, 'phone' | 'licenseNumber'>

/** Replaces masked numbers of the customer by the stored ones. */
export const withOwnNumbers = <Form extends Numbers>(form: Form, file: Numbers): Form => ({
  ...form,
  phone: unlessShown(form.phone, file.phone, maskMobile(file.phone)),
  licenseNumber: unlessShown(form.licenseNumber, file.licenseNumber, maskIdNo(file.licenseNumber)),
})

/** Refuses if the customer or the buyer is on the blocklist. */
export async function refuseBlockedBuyer(
  { db, session }: Context,
  customer: LockedCustomer,
  { name, phone, licenseNumber }: Pick<OrderForm, 'name' | 'phone' | 'licenseNumber'>,
): Promise<void> {
  await refuseBlocked(db, session.scope, customer)
  await refuseBlocked(db, session.scope, { name, mobile: phone, identifyNo: licenseNumber })
}

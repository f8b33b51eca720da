import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { orderStatus } from '@showroom/contract/order/order.rules'
import { theDealer } from '../platform/db/dealer.ts'
import { erasedText, personal } from '../platform/personal/personal.ts'
import type { PersonalTables } from '../platform/personal/personal.ts'

/** Orders that no contract and no law keeps: not handed in, rejected, cancelled. */
const open: RawBuilder<unknown> = sql`(${sql.join(
  [orderStatus.waitingSubmit, orderStatus.rejected, orderStatus.cancelled].map((one) => sql.lit(one)),
)})`
const isBinding = (order: string): RawBuilder<boolean> => sql`${sql.ref(`${order}.status`)} not in ${open}`
const bindingOrder: RawBuilder<unknown> = sql`coalesce((
  select ${isBinding('o')} from vehicle_order o where o.dealer_id = ${theDealer} and o.id = t.order_id), false)`

const why = '已提交的订单是合同和交易记录，按《汽车销售管理办法》等规定须保存不少于10年'

export const orderPersonal: PersonalTables = {
  vehicle_order: {
    title: '订单',
    key: ['id'],
    root: { as: 'order' },
    of: { customer: 'customer_id' },
    columns: {
      name: personal.text('购车人', erasedText),
      contact_name: personal.text('联系人'),
      phone: personal.text('电话'),
      license_number: personal.text('证件号码'),
      address: personal.text('地址'),
      remark: personal.text('备注'),
      cancel_remark: personal.text('取消备注'),
      reject_reason: personal.text('驳回原因'),
    },
    free: ['order_no', 'contract_no', 'car_license_city', 'province', 'city', 'area', 'cancel_reason'],
    kept: { where: isBinding('t'), why },
    sets: sql`row_version = row_version + 1`,
  },
  vehicle_order_buyer: {
    title: '订单检索',
    key: ['order_id'],
    of: { order: 'order_id' },
    columns: {
      name: personal.text('购车人', erasedText),
      contact_name: personal.text('联系人'),
      phone: personal.text('电话'),
    },
    kept: { where: bindingOrder, why },
  },
  order_submission: {
    title: '订单提交内容',
    key: ['id'],
    of: { order: 'order_id' },
    columns: { form: personal.json('内容'), reason: personal.text('原因') },
    kept: { where: bindingOrder, why },
  },
  order_delivery: {
    title: '厂家订单报文',
    key: ['id'],
    of: { order: 'order_id' },
    columns: {
      body: personal.json('报文'),
      warnings: personal.json('提示', '[]'),
      detail: personal.text('说明'),
    },
    free: ['delivery_id', 'order_no'],
  },
  order_alert: 'kinds and states of orders, of which a member was told',
  vehicle_order_line: 'vehicles, without persons',
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { orderStatus } from '@showroom/contract/order/order.rules'
import { theDealer } from '../platform/db/dealer.ts'
import { describeTables } from '../platform/tables/describe.ts'
import { customer, free, member, other, personal, typed } from '../platform/tables/words.ts'

/** Orders that no contract and no law keeps: not handed in, rejected, cancelled. */
const open: RawBuilder<unknown> = sql`(${sql.join(
  [orderStatus.waitingSubmit, orderStatus.rejected, orderStatus.cancelled].map((one) => sql.lit(one)),
)})`
const isBinding = (order: string): RawBuilder<boolean> => sql`${sql.ref(`${order}.status`)} not in ${open}`
const bindingOrder: RawBuilder<unknown> = sql`coalesce((
  select ${isBinding('o')} from vehicle_order o where o.dealer_id = ${theDealer} and o.id = t.order_id), false)`

const why = '已提交的订单是合同和交易记录，按《汽车销售管理办法》等规定须保存不少于10年'

export const tables = describeTables({
  vehicle_order: {
    lock: 'room',
    companions: [
      { on: 'insert', copies: ['from_source', 'other_source'] },
      { on: 'update', with: ['deal_id'], copies: ['from_source', 'other_source'] },
      { on: 'insert', writes: { vehicle_order_buyer: [] } },
      { on: 'update', with: ['name', 'contact_name', 'phone'], writes: { vehicle_order_buyer: [] } },
    ],
    ids: {
      created_by: member.stays,
      reviewed_by: member.stays,
      // The owners at the approval, and at the delivery.
      approved_owner_id: member.stays,
      delivered_owner_id: member.stays,
      owner_id: member.own(sql`true`),
      customer_id: customer.own,
    },
    title: '订单',
    root: { as: 'order' },
    texts: {
      name: personal.name('购车人'),
      contact_name: personal.name('联系人', ''),
      phone: personal.text('电话'),
      license_number: personal.text('证件号码'),
      address: personal.text('地址'),
      remark: personal.text('备注'),
      cancel_remark: personal.text('取消备注'),
      reject_reason: personal.text('驳回原因'),
      ...typed('a number of the store', 'contract_no'),
      ...free('order_no', 'car_license_city', 'province', 'city', 'area', 'cancel_reason'),
    },
    kept: { where: isBinding('t'), why },
    sets: sql`row_version = row_version + 1`,
  },
  vehicle_order_buyer: {
    storeMerge: 'moves',
    key: ['order_id'],
    ids: other('order_id'),
    title: '订单检索',
    of: { order: 'order_id' },
    texts: {
      name: personal.name('购车人'),
      contact_name: personal.name('联系人', ''),
      phone: personal.text('电话'),
    },
    kept: { where: bindingOrder, why },
  },
  vehicle_order_line: {
    companions: [
      { on: ['insert', 'delete'], writes: { vehicle_order: ['series_ids', 'model_ids'] } },
      {
        on: 'update',
        with: ['series_id', 'model_id'],
        writes: { vehicle_order: ['series_ids', 'model_ids'] },
      },
    ],
    ids: other('order_id'),
    free: 'vehicles, without persons',
  },
  order_submission: {
    ids: { submitted_by: member.stays, ended_by: member.stays, ...other('order_id') },
    title: '订单提交内容',
    of: { order: 'order_id' },
    texts: { form: personal.json('内容'), reason: personal.text('原因') },
    kept: { where: bindingOrder, why },
  },
  order_delivery: {
    storeMerge: { differs: 'delivery_id' },
    silent: 'a queue: claims and retries',
    queue: 'inbox',
    ids: other('order_id'),
    title: '厂家订单报文',
    of: { order: 'order_id' },
    texts: {
      body: personal.json('报文'),
      warnings: personal.json('提示', '[]'),
      detail: personal.text('说明'),
      delivery_id: personal.id('报文编号'),
      ...typed('a number of the sender', 'order_no'),
    },
    retention: { at: 'handled_at', days: 'deliveries' },
  },
  order_alert: {
    storeMerge: 'moves',
    ids: other('order_id'),
    free: 'kinds and states of orders, of which a member was told',
  },
})

import { sql } from 'kysely'
import { describeTables } from '../platform/tables/describe.ts'
import { customer, free, member, other, personal } from '../platform/tables/words.ts'
import { settledDeliveries } from './intake/intake.repository.ts'

export const tables = describeTables({
  lead: {
    storeMerge: { differs: 'external_id' },
    lock: 'room',
    companions: [{ on: ['insert', 'update'], with: ['customer_id'], copies: ['deal_id'] }],
    ids: {
      cleared_by: member.stays,
      owner_id: member.own(sql`true`),
      customer_id: customer.own,
      ...other('source_id'),
    },
    title: '线索',
    root: { as: 'lead' },
    numbers: ['mobile'],
    ownIf: (pattern) => sql`t.mobile = '' and t.second_phone ~* ${pattern}`,
    texts: {
      name: personal.name('姓名'),
      mobile: personal.text('手机号'),
      second_phone: personal.text('备用号码'),
      remark: personal.text('备注'),
      clear_remark: personal.text('清洗备注'),
      facts: personal.json('来源内容'),
      form: personal.json('清洗内容', null),
      external_id: personal.id('来源编号'),
      ...free('province', 'city', 'area', 'home_province', 'home_city'),
    },
  },
  lead_event: {
    ids: { member_id: member.stays },
    title: '线索处理记录',
    of: { lead: 'lead_id' },
    texts: { remark: personal.text('备注'), ...free('handle_name', 'result', 'follow_name') },
  },
  lead_delivery: {
    storeMerge: { differs: 'external_id' },
    silent: 'a queue: claims and retries',
    title: '线索接入报文',
    feeds: true,
    of: { lead: 'lead_id' },
    texts: {
      body: personal.json('报文'),
      errors: personal.json('错误', '[]'),
      warnings: personal.json('提示', '[]'),
      failure: personal.text('故障'),
      external_id: personal.id('来源编号'),
      ...free('replayed_as'),
    },
    // One that waits is refused, so that it brings no one back.
    sets: sql`state = case when t.state = 0 then 2 else t.state end, handled_at = coalesce(t.handled_at, t.received_at)`,
    // A repeated lead still finds the first one.
    retention: { at: 'handled_at', days: 'deliveries', where: settledDeliveries },
  },
  lead_source: {
    silent: 'written by commands',
    place: 'reference',
    ids: other('source_id'),
    free: 'names of sending systems',
  },
})

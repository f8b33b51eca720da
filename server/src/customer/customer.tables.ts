import { sql } from 'kysely'
import { describeTables } from '../platform/tables/describe.ts'
import { customer, free, member, other, personal, typed } from '../platform/tables/words.ts'

const isOpen = sql`completed_at is null and cancelled_at is null`

/** Rows stay after an erasure, so that reports count the same; region, source and dates are not personal without them. */
export const tables = describeTables({
  customer: {
    storeMerge: { blanks: 'mobile' },
    lock: 'customer',
    // Files that were merged into the merged one earlier point to the survivor, too.
    ids: { created_by: member.stays, merged_into_id: customer.own },
    title: '客户档案',
    root: { as: 'customer', joins: 'merged_into_id' },
    numbers: ['mobile', 'weixin', 'identify_no'],
    texts: {
      name: personal.name('姓名'),
      mobile: personal.text('手机号'),
      second_phone: personal.text('备用号码'),
      weixin: personal.text('微信'),
      qq: personal.text('QQ'),
      company_name: personal.text('公司名称'),
      tags: personal.text('标签'),
      address: personal.text('地址'),
      identify_no: personal.text('证件号码'),
      birthday: personal.plain('生日'),
      gender: personal.plain('性别', 0),
      no_sms: personal.plain('不接收短信', true),
      ...free('province', 'city', 'area'),
    },
    sets: sql`row_version = row_version + 1`,
    ends: sql`is_erased = true`,
  },
  deal: {
    lock: 'customer',
    companions: [
      { on: 'insert', holds: 'member' },
      { on: 'update', with: ['owner_id'], holds: 'member' },
      { on: 'update', with: ['from_source'], copies: ['opened_source'], isOptional: true },
      {
        on: 'update',
        with: ['from_source', 'other_source'],
        writes: { activity: ['from_source'], vehicle_order: ['from_source'] },
      },
      { on: 'update', with: ['is_current'], either: ['superseded_at', 'merged_at'] },
    ],
    ids: { created_by: member.stays, owner_id: member.own(sql`is_current`), customer_id: customer.own },
    title: '商机',
    texts: {
      remark: personal.text('备注'),
      proof_images: personal.files('战败佐证图片', 'open'),
      ...free('level', 'level_before', 'buy_province', 'buy_city', 'buy_area', 'system_tags'),
    },
  },
  activity: {
    keepsSeries: true,
    companions: [
      { on: 'insert', copies: ['from_source'] },
      { on: 'insert', with: ['minutes'], copies: ['is_late'], isOptional: true },
      { on: ['insert', 'update'], with: ['completed_type'], copies: ['main_series_id'], isOptional: true },
      {
        on: 'update',
        with: ['kept_owner_id'],
        copies: ['main_series_id', 'kept_series_id'],
        isOptional: true,
      },
    ],
    ids: {
      completed_by: member.stays,
      // The owner on the day of the appointment.
      kept_owner_id: member.stays,
      owner_id: member.own(isOpen),
      customer_id: customer.own,
      ...other('appointment_id'),
    },
    title: '跟进任务',
    texts: { result: personal.json('跟进结果', sql`t.result - 'remark'`) },
  },
  timeline: {
    ids: {
      member_id: member.stays,
      customer_id: customer.moves,
      ...other('call_id', 'order_id', 'share_id'),
    },
    title: '跟进时间轴',
    texts: {
      content: personal.text('内容'),
      facts: personal.json('明细', null),
      ...typed('the writer of an imported follow-up, as written', 'owner_name'),
      audio_key: personal.file('录音', 'open'),
      image_keys: personal.files('图片', 'open'),
      ...free('subject', 'level'),
    },
  },
  defeat_request: {
    keepsSeries: true,
    companions: [{ on: 'update', with: ['owner_id'], copies: ['main_series_id'], isOptional: true }],
    ids: {
      requested_by: member.stays,
      reviewed_by: member.stays,
      // The owner when the defeat was approved.
      owner_id: member.stays,
      customer_id: customer.moves,
    },
    title: '战败申请',
    texts: {
      remark: personal.text('备注'),
      review_remark: personal.text('审核备注'),
      ...typed('where the customer buys instead', 'province', 'city', 'dealer_name'),
    },
  },
  call_record: {
    ids: { member_id: member.stays, customer_id: customer.moves },
    title: '通话记录',
    texts: { audio_key: personal.file('录音', 'open'), transcript: personal.json('通话文字', '[]') },
  },
  test_share: {
    ids: { customer_id: customer.moves },
    title: '试驾报告',
    texts: { report: personal.json('报告', '[]') },
  },
  wecom_contact: {
    storeMerge: 'yields',
    key: ['mobile'],
    // A contact of WeCom is its member's, outside of the product.
    ids: { added_by: member.stays, claimed_customer_id: customer.moves },
    title: '企业微信联系人',
    numbers: ['mobile'],
    texts: { mobile: personal.text('手机号'), name: personal.name('名称') },
    isDeleted: true,
  },
  group_mobile: {
    storeMerge: 'yields',
    place: 'reference',
    key: ['group_id', 'mobile'],
    ids: other('group_id'),
    title: '集团撞单号码',
    lookUp: (dealerId, numbers) =>
      sql`t.group_id = (select d.group_id from dealer d where d.id = ${dealerId}) and t.mobile = any(${numbers}::text[])`,
    texts: { mobile: personal.text('手机号') },
    isDeleted: true,
  },
  customer_bulk: {
    silent: 'a queue: claims and retries',
    queue: 'leased',
    // Goes on with the rights that the member has then, and finds the file of a merged customer no more.
    ids: { member_id: member.stays, customer_ids: customer.stays },
    title: '批量操作',
    texts: {
      terms: personal.json('说明'),
      ...free('action', 'failures', 'taken', 'ip', 'lease_holder'),
    },
    retention: { at: 'finished_at', days: 7 },
  },
  suspension: {
    keepsSeries: true,
    companions: [{ on: 'insert', copies: ['main_series_id'], isOptional: true }],
    ids: { owner_id: member.stays, member_id: member.stays, customer_id: customer.moves },
  },
})

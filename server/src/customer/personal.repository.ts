import { sql } from 'kysely'
import { erasedText, personal } from '../platform/personal/personal.ts'
import type { PersonalTables } from '../platform/personal/personal.ts'

/** Rows stay, so that reports count the same; region, source and dates are not personal without them. */
export const customerPersonal: PersonalTables = {
  customer: {
    title: '客户档案',
    key: ['id'],
    root: { as: 'customer', joins: 'merged_into_id' },
    numbers: ['mobile', 'weixin', 'identify_no'],
    columns: {
      name: personal.text('姓名', erasedText),
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
    },
    free: ['province', 'city', 'area'],
    sets: sql`row_version = row_version + 1`,
  },
  deal: {
    title: '商机',
    key: ['id'],
    of: { customer: 'customer_id' },
    columns: { remark: personal.text('备注'), proof_images: personal.files('战败佐证图片') },
    free: ['level', 'level_before', 'buy_province', 'buy_city', 'buy_area', 'system_tags'],
  },
  activity: {
    title: '跟进任务',
    key: ['id'],
    of: { customer: 'customer_id' },
    columns: { result: personal.json('跟进结果', sql`t.result - 'remark'`) },
  },
  timeline: {
    title: '跟进时间轴',
    key: ['id'],
    of: { customer: 'customer_id' },
    columns: {
      content: personal.text('内容'),
      facts: personal.json('明细', null),
      audio_key: personal.file('录音'),
      image_keys: personal.files('图片'),
    },
    free: ['subject', 'owner_name', 'level'],
  },
  defeat_request: {
    title: '战败申请',
    key: ['id'],
    of: { customer: 'customer_id' },
    columns: { remark: personal.text('备注'), review_remark: personal.text('审核备注') },
    free: ['province', 'city', 'dealer_name'],
  },
  call_record: {
    title: '通话记录',
    key: ['id'],
    of: { customer: 'customer_id' },
    columns: { audio_key: personal.file('录音'), transcript: personal.json('通话文字', '[]') },
  },
  test_share: {
    title: '试驾报告',
    key: ['id'],
    of: { customer: 'customer_id' },
    columns: { report: personal.json('报告', '[]') },
  },
  wecom_contact: {
    title: '企业微信联系人',
    key: ['mobile'],
    of: { customer: 'claimed_customer_id' },
    numbers: ['mobile'],
    columns: { mobile: personal.text('手机号'), name: personal.text('名称') },
    isDeleted: true,
  },
  group_mobile: {
    title: '集团撞单号码',
    key: ['group_id', 'mobile'],
    lookUp: (dealerId, numbers) =>
      sql`t.group_id = (select d.group_id from dealer d where d.id = ${dealerId}) and t.mobile = any(${numbers}::text[])`,
    columns: { mobile: personal.text('手机号') },
    isDeleted: true,
  },
  customer_bulk: {
    title: '批量操作',
    key: ['id'],
    columns: { terms: personal.json('说明') },
    free: ['action', 'failures', 'taken', 'ip', 'lease_holder'],
  },
}

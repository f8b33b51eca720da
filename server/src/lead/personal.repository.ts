import { sql } from 'kysely'
import { erasedText, personal } from '../platform/personal/personal.ts'
import type { PersonalTables } from '../platform/personal/personal.ts'

export const leadPersonal: PersonalTables = {
  lead: {
    title: '线索',
    key: ['id'],
    root: { as: 'lead' },
    of: { customer: 'customer_id' },
    numbers: ['mobile'],
    columns: {
      name: personal.text('姓名', erasedText),
      mobile: personal.text('手机号'),
      remark: personal.text('备注'),
      clear_remark: personal.text('清洗备注'),
      facts: personal.json('来源内容'),
      form: personal.json('清洗内容', null),
    },
    free: ['external_id', 'province', 'city', 'area', 'home_province', 'home_city'],
  },
  lead_event: {
    title: '线索处理记录',
    key: ['id'],
    of: { lead: 'lead_id' },
    columns: { remark: personal.text('备注') },
    free: ['handle_name', 'result', 'follow_name'],
  },
  lead_delivery: {
    title: '线索接入报文',
    key: ['id'],
    of: { lead: 'lead_id' },
    columns: {
      body: personal.json('报文'),
      errors: personal.json('错误', '[]'),
      warnings: personal.json('提示', '[]'),
      failure: personal.text('故障'),
    },
    free: ['external_id', 'replayed_as'],
    kept: { where: sql`t.state = 0`, why: '正在接入，尚未成为线索：接入后请再次查询' },
  },
  lead_source: 'names of sending systems',
}

import { personal } from '../platform/personal/personal.ts'
import type { PersonalTables } from '../platform/personal/personal.ts'

export const noticePersonal: PersonalTables = {
  notice: {
    title: '消息',
    key: ['id'],
    of: { customer: 'customer_id', lead: 'lead_id', order: 'order_id' },
    columns: { text: personal.text('内容', '内容已按个人信息删除要求移除') },
  },
  notice_push: 'states of sending',
  notice_wish: 'kinds of notices that a member muted',
}

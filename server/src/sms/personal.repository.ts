import { personal } from '../platform/personal/personal.ts'
import type { PersonalTables } from '../platform/personal/personal.ts'

export const smsPersonal: PersonalTables = {
  sms_message: {
    title: '短信',
    key: ['id'],
    of: { customer: 'customer_id' },
    columns: { content: personal.text('内容') },
    free: ['subject', 'failure'],
  },
  sms_template: 'texts that a store writes for all customers',
}

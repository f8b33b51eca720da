import { personal } from '../platform/personal/personal.ts'
import type { PersonalTables } from '../platform/personal/personal.ts'

export const webhookPersonal: PersonalTables = {
  webhook_message: {
    title: '推送的事件',
    key: ['id'],
    record: 'record',
    columns: { body: personal.json('内容', '{}') },
    free: ['type', 'record', 'failure'],
    isDeleted: true,
  },
  webhook_attempt: {
    title: '推送的应答',
    key: ['message_id', 'n'],
    columns: { answer: personal.text('应答') },
    free: ['failure'],
  },
  webhook_endpoint: 'addresses of receiving systems',
}

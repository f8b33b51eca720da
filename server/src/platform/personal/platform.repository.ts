import { sql } from 'kysely'
import { personal } from './personal.ts'
import type { PersonalTables } from './personal.ts'

/** Tables of the platform. */
export const platformPersonal: PersonalTables = {
  idempotency_key: {
    title: '重复提交的应答',
    key: ['member_id', 'key'],
    columns: { answer: personal.json('内容', null) },
    free: ['key', 'path'],
    isDeleted: true,
  },
  undo: {
    title: '撤销记录',
    key: ['id'],
    columns: { what: personal.json('内容') },
    free: ['kind'],
    isDeleted: true,
  },
  sms_outbox: {
    title: '短信发送队列',
    key: ['id'],
    lookUp: (_dealerId, numbers) => sql`t.mobile = any(${numbers}::text[])`,
    columns: { mobile: personal.text('手机号') },
    free: ['about', 'receipt', 'code'],
    isDeleted: true,
  },
  rate_limit: 'counters of members and addresses, gone after an hour',
  audit: 'ids and masked numbers; must stay for at least 180 days',
  export_log: 'filters with masked numbers; the workbooks are searched one by one',
  upload: 'storage keys, which name no person',
  store_work: 'names of queues',
  wecom_binding: 'accounts of members',
  server_secret: 'a fingerprint',
  backup_run: 'places of backups and reasons of failures',
  outside_door: 'names of systems and kinds of failures',
}

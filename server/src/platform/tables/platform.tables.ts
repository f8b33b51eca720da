import { sql } from 'kysely'
import { describeTables } from './describe.ts'
import { free, member, personal, typed } from './words.ts'

/** Tables of the platform, below the rooms. */
export const platformTables = describeTables({
  idempotency_key: {
    key: ['member_id', 'key'],
    ids: { member_id: member.stays },
    title: '重复提交的应答',
    texts: {
      answer: personal.json('内容', null),
      ...typed('chosen by the client', 'key'),
      ...free('path'),
    },
    isDeleted: true,
  },
  undo: {
    ids: { member_id: member.stays },
    title: '撤销记录',
    texts: { what: personal.json('内容'), ...free('kind') },
    isDeleted: true,
  },
  sms_outbox: {
    place: 'local',
    title: '短信发送队列',
    lookUp: (_dealerId, numbers) => sql`t.mobile = any(${numbers}::text[])`,
    texts: { mobile: personal.text('手机号'), ...free('about', 'receipt', 'code') },
    isDeleted: true,
    retention: { at: 'created_at', days: 30 },
  },
  rate_limit: { place: 'local', free: 'counters of members and addresses, gone after an hour' },
  audit: {
    ids: { member_id: member.stays },
    typed: 'ids, settings and masked numbers; must stay for at least 180 days',
  },
  export_log: {
    ids: { member_id: member.stays },
    free: 'filters with masked numbers; the workbooks are searched one by one',
    few: 'workbooks that administrators export, some a day',
  },
  upload: { ids: { member_id: member.stays }, free: 'storage keys, which name no person' },
  store_work: { place: 'local', free: 'names of queues' },
  wecom_binding: { place: 'reference', topic: 'team', free: 'accounts of members' },
  server_secret: { place: 'local', free: 'a fingerprint' },
  backup_run: { place: 'local', free: 'places of backups and reasons of failures' },
  outside_door: { place: 'local', free: 'names of systems and kinds of failures' },
})

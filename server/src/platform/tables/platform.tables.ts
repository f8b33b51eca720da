import { sql } from 'kysely'
import { describeTables } from './describe.ts'
import { free, member, other, personal, typed } from './words.ts'

/** Tables of the platform, below the rooms. */
export const platformTables = describeTables({
  idempotency_key: {
    storeMerge: 'moves',
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
  rate_limit: {
    place: 'local',
    background: 'refused calls count too',
    clear: { subject: 'counts codes by the number they go to' },
    free: 'counters of members and addresses, gone after an hour',
  },
  audit: {
    storeMerge: 'copies',
    ids: { member_id: member.stays },
    isMasked: true,
    typed: 'ids, settings and masked numbers; must stay for at least 180 days',
  },
  export_log: {
    storeMerge: 'copies',
    ids: { member_id: member.stays },
    isMasked: true,
    free: 'filters with masked numbers; the workbooks are searched one by one',
    few: 'workbooks that administrators export, some a day',
  },
  upload: {
    storeMerge: 'moves',
    ids: { member_id: member.stays },
    free: 'storage keys, which name no person',
  },
  store_work: {
    storeMerge: 'yields',
    place: 'local',
    background: 'workers note which stores have work, which itself is in other tables',
    free: 'names of queues',
  },
  wecom_binding: { place: 'reference', topic: 'team', free: 'accounts of members' },
  push_device: {
    place: 'reference',
    silent: 'a member’s own devices',
    free: 'browsers by names of a list, and their endpoints',
  },
  wecom_ticket: { place: 'local', free: 'tickets of WeCom' },
  server_secret: { place: 'local', free: 'a fingerprint' },
  backup_run: { place: 'local', free: 'places of backups and reasons of failures' },
  store_move: {
    place: 'local',
    ids: other('store_id', 'into_id'),
    free: 'progress of merges and removals of stores',
  },
  outside_door: {
    place: 'local',
    background: 'each request to another system is counted',
    free: 'names of systems and kinds of failures',
  },
})

import { describeTables } from '../platform/tables/describe.ts'
import { customer, member, other, personal } from '../platform/tables/words.ts'
import { finishedDevicePushes } from './device-push.repository.ts'
import { finishedPushes } from './push.repository.ts'

/** Notices are kept for 90 days, read or not. */
const days = 90

export const tables = describeTables({
  notice: {
    ids: { member_id: member.stays, customer_id: customer.moves, ...other('order_id') },
    title: '消息',
    of: { lead: 'lead_id', order: 'order_id' },
    texts: { text: personal.text('内容', '内容已按个人信息删除要求移除') },
    retention: { at: 'created_at', days },
  },
  notice_push: {
    storeMerge: 'moves',
    silent: 'a queue: claims and retries',
    queue: 'outbox',
    free: 'states of sending',
    retention: { at: 'due_at', days, where: finishedPushes },
  },
  device_push: {
    silent: 'a queue: claims and retries',
    queue: 'outbox',
    free: 'states of sending',
    retention: { at: 'due_at', days: 7, where: finishedDevicePushes },
  },
  notice_wish: {
    storeMerge: 'moves',
    silent: 'one member’s own rows',
    ids: { member_id: member.stays },
    free: 'kinds of notices that a member muted',
  },
})

import { keptDays as days } from '@showroom/contract/webhook/webhook.rules'
import { sql } from 'kysely'
import { theDealer } from '../platform/db/dealer.ts'
import { describeTables } from '../platform/tables/describe.ts'
import { free, other, personal, typed } from '../platform/tables/words.ts'

/** Endpoints of the store itself, which a merge ends; those of its group go on. */
const ofStore = sql`(select id from webhook_endpoint where dealer_id = ${theDealer} and group_id is null)`

/** Messages and tries are kept for 30 days, delivered or not. */
export const tables = describeTables({
  webhook_endpoint: {
    storeMerge: { dropped: sql`group_id is null` },
    place: 'reference',
    ids: other('group_id'),
    title: '接收地址',
    texts: { ...typed('of a receiving system', 'description', 'url'), ...free('events', 'creator_name') },
    few: 'addresses that administrators enter, a few',
  },
  webhook_attempt: {
    storeMerge: {
      dropped: sql`message_id in (
        select id from webhook_message where dealer_id = ${theDealer} and endpoint_id in ${ofStore})`,
    },
    silent: 'a queue: claims and retries',
    key: ['message_id', 'n'],
    ids: other('message_id'),
    title: '推送的应答',
    texts: { answer: personal.text('应答'), ...free('failure') },
    retention: { at: 'at', days },
  },
  webhook_message: {
    storeMerge: { dropped: sql`endpoint_id in ${ofStore}` },
    silent: 'a queue: claims and retries',
    queue: 'outbox',
    ids: other('endpoint_id'),
    title: '推送的事件',
    record: 'record',
    texts: { body: personal.json('内容', '{}'), ...free('type', 'record', 'failure') },
    isDeleted: true,
    retention: { at: 'created_at', days },
  },
})

import { sql } from 'kysely'
import { describeTables } from '../platform/tables/describe.ts'
import { customer, free, member, personal } from '../platform/tables/words.ts'

export const tables = describeTables({
  contact: {
    // A contact of both stores is already there; the daily list adds what its members noted.
    storeMerge: 'yields',
    key: ['external_id'],
    ids: { customer_id: customer.moves, bound_by: member.stays },
    title: '企业微信客户',
    texts: {
      name: personal.name('名称', ''),
      mobiles: personal.list('备注手机号'),
      tags: personal.list('标签'),
      ...free('external_id', 'user_ids', 'tag_ids'),
    },
    ownIf: (pattern) => sql`exists (select from unnest(t.mobiles) as noted where noted ~* ${pattern})`,
    ends: sql`is_erased = true`,
  },
  contact_work: {
    storeMerge: { dropped: true },
    silent: 'a queue: claims and retries',
    queue: 'outbox',
    free: 'ids of contacts, members and labels at WeCom',
    retention: { at: 'asked_at', days: 30 },
  },
})

import { sql } from 'kysely'
import { describeTables } from '../platform/tables/describe.ts'
import { customer, free, member, personal, typed } from '../platform/tables/words.ts'

export const tables = describeTables({
  sms_template: {
    title: '短信模板',
    texts: { ...typed('texts for all customers', 'subject', 'content'), ...free('user_name') },
    few: 'texts that a store wrote itself',
  },
  sms_message: {
    silent: 'a queue: claims and retries',
    ids: { member_id: member.stays, customer_id: customer.moves },
    title: '短信',
    // The outbox loses its text, so none is on its way.
    ends: sql`state = case when t.state in (0, 3) then 2 else t.state end, settled_at = coalesce(t.settled_at, t.created_at)`,
    texts: {
      content: personal.text('内容'),
      ...typed('the subject of a template', 'subject'),
      ...free('failure'),
    },
  },
})

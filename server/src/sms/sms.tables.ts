import { describeTables } from '../platform/tables/describe.ts'
import { customer, free, member, personal } from '../platform/tables/words.ts'

export const tables = describeTables({
  sms_template: {
    typed: 'texts that a store writes for all customers',
    few: 'texts that a store wrote itself',
  },
  sms_message: {
    silent: 'a queue: claims and retries',
    ids: { member_id: member.stays, customer_id: customer.moves },
    title: '短信',
    texts: { content: personal.text('内容'), ...free('subject', 'failure') },
  },
})

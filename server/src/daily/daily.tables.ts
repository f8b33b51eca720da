import { describeTables } from '../platform/tables/describe.ts'
import { free, member, typed } from '../platform/tables/words.ts'

/** As long as the longest range of a report. */
const days = 3 * 366

/** A report keeps ids of defeat requests, not names: an erased or merged customer is named as the file is now. */
export const tables = describeTables({
  daily_report: {
    ids: { member_id: member.stays },
    title: '日报',
    texts: { ...typed('of a member’s day', 'summary', 'plan'), ...free('numbers') },
    retention: { at: 'handed_at', days },
  },
  daily_comment: {
    ids: { member_id: member.stays },
    title: '日报批注',
    texts: typed('about a member’s day', 'content'),
    retention: { at: 'created_at', days },
  },
  daily_sent: {
    storeMerge: { dropped: true },
    silent: 'claims of a job',
    key: ['type', 'day'],
    retention: { at: 'sent_at', days },
  },
})

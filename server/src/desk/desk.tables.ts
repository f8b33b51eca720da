import { sql } from 'kysely'
import { describeTables } from '../platform/tables/describe.ts'
import { customer, member } from '../platform/tables/words.ts'

export const tables = describeTables({
  visit: {
    keepsSeries: true,
    companions: [
      { on: 'insert', copies: ['deal_id', 'owner_id'] },
      { on: 'insert', copies: ['main_series_id'], isOptional: true },
      { on: ['insert', 'update'], with: ['receiver_id'], uses: 'reception' },
    ],
    ids: {
      registered_by: member.stays,
      first_receiver_id: member.stays,
      // The owner at the arrival.
      owner_id: member.stays,
      // A departed visitor keeps the receiver, as history.
      receiver_id: member.own(sql`left_at is null`),
      // A customer has one visit a day.
      customer_id: customer.own,
    },
  },
  reception: { ids: { member_id: member.stays } },
  visit_past: { storeMerge: 'yields' },
})

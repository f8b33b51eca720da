import { sql } from 'kysely'
import { describeTables } from '../platform/tables/describe.ts'
import { customer, member, other, personal, typed } from '../platform/tables/words.ts'

export const tables = describeTables({
  test_car: {
    storeMerge: { ends: 'removed_at' },
    title: '试驾车',
    texts: typed('a car of the store', 'plate', 'note'),
    few: 'at most 50 cars of a store, and removed ones',
  },
  test_car_quarter: { storeMerge: 'moves', ids: other('car_id') },
  // The owner when the car came back.
  test_drive: {
    keepsSeries: true,
    companions: [
      { on: 'update', with: ['back_at'], copies: ['owner_id', 'main_series_id'], isOptional: true },
    ],
    ids: { owner_id: member.stays, ...other('car_id') },
  },
  drive_agreement: {
    storeMerge: { renumbers: 'version', by: 'drive_agreement' },
    key: ['version'],
    title: '协议文本',
    texts: typed('a text for all customers', 'content'),
  },
  drive_paper: {
    storeMerge: { renumbers: 'version', by: 'drive_agreement' },
    ids: { customer_id: customer.moves },
    title: '试驾协议',
    texts: {
      // Times and versions stay with the drive.
      handed_at: personal.plain('签署时间', sql`t.handed_at`),
      version: personal.plain('协议版本', sql`t.version`),
      licence_key: personal.file('驾驶证照片', 'clear'),
      signature_key: personal.file('签名', 'clear'),
    },
  },
  appointment_event: { storeMerge: 'moves' },
  appointment_link: { storeMerge: 'moves', ids: other('appointment_id') },
  appointment_text: {
    storeMerge: { dropped: true },
    key: [],
    title: '预约短信文本',
    texts: typed('texts for all customers', 'booked', 'moved', 'evening'),
  },
  // A feed ends with its member's leave.
  calendar_feed: { storeMerge: 'moves', silent: 'one member’s own rows', ids: { member_id: member.stays } },
})

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeTables } from './describe.ts'
import { customer, free, member, other, personal } from './words.ts'

/** The types of descriptions: each `@ts-expect-error` is a line that must not compile. */

it('an id of a member, of a customer or of a record without a table’s name needs its word', () => {
  describeTables({
    // @ts-expect-error -- member_id is missing
    attendance_sign: { typed: 'members, where they signed in' },
    // @ts-expect-error -- customer_id is missing
    suspension: { ids: { owner_id: member.stays, member_id: member.stays } },
    // @ts-expect-error -- order_id is missing
    vehicle_order_line: { free: 'vehicles, without persons' },
    // @ts-expect-error -- due_ids may hold members
    attendance_day: { free: 'working hours' },
  })
  const wrong = describeTables({
    // @ts-expect-error -- a member is no other record
    reception: { ids: other('member_id') },
    // @ts-expect-error -- a customer is no member
    test_share: { ids: { customer_id: member.stays }, free: 'reports' },
    // @ts-expect-error -- no such column
    visit_past: { ids: { owner_id: member.stays } },
  })
  // The types alone refuse them.
  expect(Object.keys(wrong)).toHaveLength(3)
})

it('a text needs its word', () => {
  describeTables({
    // @ts-expect-error -- no word for any text
    sms_template: {},
    dealer_file: {
      ids: { member_id: member.stays },
      title: '共享文件',
      // @ts-expect-error -- user_name is missing
      texts: { file_name: personal.text('文件名'), ...free('file_key') },
    },
    draft: {
      storeMerge: 'moves',
      ids: { member_id: member.stays, ...other('record_id') },
      free: 'x',
      // @ts-expect-error -- one reason for all, or a word for each
      texts: {},
    },
  })
  // Days are no texts.
  expect(describeTables({ visit_past: { storeMerge: 'yields' } }).visit_past?.texts).toEqual({})
})

it('files say whether they show clear numbers', () => {
  // @ts-expect-error -- clear or open
  personal.file('证件照片')
  expect(personal.files('图片', 'clear').shows).toBe('clear')
})

it('a place is needed without a store', () => {
  describeTables({
    // @ts-expect-error -- where its rows are
    region: { free: 'base data' },
    // @ts-expect-error -- its rows have no store to be distributed by
    brand: { place: 'distributed', free: 'base data' },
  })
  expect(describeTables({ visit_past: { storeMerge: 'yields' } }).visit_past).toMatchObject({
    place: 'distributed',
    key: ['id'],
  })
})

it('a key of no id needs a word for a merge of stores', () => {
  describeTables({
    // @ts-expect-error -- both stores may have such a row
    series_past: {},
    // @ts-expect-error -- no column of this table
    custom_source: { storeMerge: { ends: 'left_at' }, free: 'names of sources' },
    // @ts-expect-error -- its rows have no store
    brand: { place: 'reference', storeMerge: 'moves', free: 'base data' },
  })
  expect(describeTables({ visit_past: { storeMerge: 'yields' } }).visit_past?.storeMerge).toBe('yields')
})

it('searched columns need a title, and a title needs searched columns', () => {
  expect(() =>
    describeTables({ sms_template: { title: '模板', texts: free('content', 'subject', 'user_name') } }),
  ).toThrow('sms_template has a title, but no personal or typed column: describe its texts as free')
  const content = personal.text('内容')
  expect(() =>
    describeTables({ sms_template: { texts: { content, ...free('subject', 'user_name') } } }),
  ).toThrow('sms_template has personal or typed columns, and no title for them')
  const ids = { owner_id: member.moves(sql`true`), member_id: member.stays, customer_id: customer.moves }
  expect(describeTables({ suspension: { ids } }).suspension?.ids).toEqual(ids)
})

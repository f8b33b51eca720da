import { sql } from 'kysely'
import { theDealer } from '../platform/db/dealer.ts'
import { describeTables } from '../platform/tables/describe.ts'
import { customer, free, member, other, personal, typed } from '../platform/tables/words.ts'
import { rowState } from './import/import.repository.ts'

/** Waiting rows of imports that have not ended. */
const isWaiting = sql`state = ${sql.lit(rowState.waiting)} and import_id in (
  select i.id from customer_import i where i.dealer_id = ${theDealer} and i.state in (0, 1, 2))`

/** A row that waits is not imported once it is blank. */
const settled = sql`state = case when t.state in (${sql.lit(rowState.waiting)}, ${sql.lit(rowState.toUpdate)}) then ${sql.lit(rowState.wrong)} else t.state end`

export const tables = describeTables({
  customer_import: {
    silent: 'a queue: claims and retries',
    queue: 'leased',
    ids: { member_id: member.stays },
    title: '导入任务',
    texts: {
      sheet_table: personal.json('表头', null),
      follow_table: personal.json('跟进表头', null),
      ...typed('the name of a workbook', 'file_name'),
      ...free('file_key', 'failed_key', 'refusal', 'ip', 'lease_holder'),
    },
    few: 'some imports a month, deleted after a week',
  },
  customer_import_row: {
    storeMerge: 'moves',
    key: ['import_id', 'row_no'],
    ids: {
      owner_id: member.moves(isWaiting),
      // The file that an import updated; an update or undo no longer finds a merged one.
      customer_id: customer.stays,
      ...other('import_id'),
    },
    title: '导入的客户',
    feeds: true,
    texts: {
      cells: personal.list('单元格'),
      form: personal.json('客户', null),
      changes: personal.json('变更', null),
      errors: personal.json('错误', '[]'),
    },
    sets: settled,
  },
  import_follow: {
    storeMerge: 'moves',
    key: ['import_id', 'row_no'],
    ids: other('import_id'),
    title: '导入的跟进',
    feeds: true,
    texts: {
      cells: personal.list('单元格'),
      form: personal.json('跟进', null),
      errors: personal.json('错误', '[]'),
    },
    sets: settled,
  },
  import_change: {
    storeMerge: 'moves',
    key: ['import_id', 'row_no'],
    ids: { customer_id: customer.stays, ...other('import_id') },
    title: '导入前的客户资料',
    texts: { before: personal.json('资料') },
    isDeleted: true,
  },
  import_word: {
    storeMerge: 'yields',
    ids: { member_id: member.stays },
    free: 'hashes of words and codes of dictionaries',
    few: 'words that administrators match by hand, once each',
  },
  import_match: {
    storeMerge: 'yields',
    ids: { member_id: member.stays },
    free: 'hashes of headings, names of fields, codes and regions',
  },
})

import { sql } from 'kysely'
import { personal } from '../platform/personal/personal.ts'
import type { PersonalTables } from '../platform/personal/personal.ts'
import { rowState } from './import/import.repository.ts'

/** A row that waits is not imported once it is blank. */
const settled = sql`state = case when t.state in (${sql.lit(rowState.waiting)}, ${sql.lit(rowState.toUpdate)}) then ${sql.lit(rowState.wrong)} else t.state end`

export const transferPersonal: PersonalTables = {
  customer_import_row: {
    title: '导入的客户',
    key: ['import_id', 'row_no'],
    of: { customer: 'customer_id' },
    columns: {
      cells: personal.list('单元格'),
      form: personal.json('客户', null),
      changes: personal.json('变更', null),
      errors: personal.json('错误', '[]'),
    },
    sets: settled,
  },
  import_follow: {
    title: '导入的跟进',
    key: ['import_id', 'row_no'],
    columns: {
      cells: personal.list('单元格'),
      form: personal.json('跟进', null),
      errors: personal.json('错误', '[]'),
    },
    sets: settled,
  },
  import_change: {
    title: '导入前的客户资料',
    key: ['import_id', 'row_no'],
    of: { customer: 'customer_id' },
    columns: { before: personal.json('资料') },
    isDeleted: true,
  },
  customer_import: {
    title: '导入任务',
    key: ['id'],
    columns: { sheet_table: personal.json('表头', null), follow_table: personal.json('跟进表头', null) },
    free: ['file_key', 'file_name', 'failed_key', 'refusal', 'ip', 'lease_holder'],
  },
  import_match: 'hashes of headings and names of fields',
}

import { Table, type TableProps } from 'antd'
import type { HTMLAttributes } from 'react'
import { moveBetweenRows } from './moveBetweenRows'
import { rowsOrWaiting, type ShownRows, type Waiting } from './waiting'
import './rows.css'

type Passed<Row> = Pick<TableProps<Row>, 'columns' | 'expandable' | 'onChange' | 'rowSelection'>

interface ListTableProps<Row extends Record<Key, number>, Key extends string>
  extends ShownRows<Row>, Passed<Row | Waiting<Key>> {
  rowKey: Key
  /** Where there is less room the table scrolls sideways. */
  width: number
  /** The row whose file stands over the list. */
  open?: number
  className?: string
  /** What a row does when it is pressed. */
  rowProps: (row: Row | Waiting<Key>) => HTMLAttributes<HTMLElement>
}

/** A list's table: rows that wait, fade while the next ones are on their way, and are walked by the arrow keys. */
export function ListTable<Row extends Record<Key, number>, Key extends string>(
  props: ListTableProps<Row, Key>,
) {
  const { rowKey, rows, count, stale, empty, width, open, className = '', rowProps, ...passed } = props
  const classOf = (row: Row | Waiting<Key>): string =>
    `${'waiting' in row ? 'sr-row-waiting' : 'sr-row-link'} ${row[rowKey] === open ? 'sr-row-open' : ''}`
  return (
    <Table<Row | Waiting<Key>>
      {...passed}
      className={`sr-list-table ${stale ? 'sr-stale' : ''} ${className}`}
      size="small"
      tableLayout="fixed"
      rowKey={rowKey}
      dataSource={rowsOrWaiting(rows, rowKey, count)}
      pagination={false}
      showSorterTooltip={false}
      sticky
      scroll={{ x: width }}
      aria-busy={!rows || stale}
      locale={{
        emptyText: empty,
        triggerAsc: '按升序排列',
        triggerDesc: '按降序排列',
        cancelSort: '按降序排列',
      }}
      onRow={(row) => ({ ...rowProps(row), onKeyDown: moveBetweenRows, className: classOf(row) })}
    />
  )
}

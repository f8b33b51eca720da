import { sortRows } from '@showroom/contract/report/report.rules'
import { Table, type TableColumnsType, Tag } from 'antd'
import type { ReactNode } from 'react'
import './report.css'

interface Named {
  readonly name: string
  readonly isLeft: boolean
}

interface Column<Key> {
  readonly key: Key
  readonly title: string
  readonly hint?: string
  readonly width?: number
}

interface NumberTableProps<Row extends Named, Key extends string> {
  /** Heading of the first column, the name of the rows. */
  head: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly Column<Key>[]
  /** Instead of the row's name. */
  nameCell?: (row: Row) => ReactNode
  cell: (row: Row, column: Key) => ReactNode
  total: (column: Key) => ReactNode
  totalName: string
  /** A column, descending with a leading `-`; '' for the rows' own order. */
  sort: string
  onSort: (sort: string | undefined) => void
  stale: boolean
  label: string
}

const nameWidth = 148
/** Holds the heading with its arrows, and a number of five digits. */
const widthOf = ({ title, width }: Column<unknown>): number => width ?? Math.max(76, 36 + 14 * title.length)

/** Rows of numbers with totals, sorted by any column. */
export function NumberTable<Row extends Named, Key extends string>(props: NumberTableProps<Row, Key>) {
  const { head, rows, keyOf, columns, nameCell, cell, total, totalName, sort, onSort, stale, label } = props
  const visibleColumns: TableColumnsType<Row> = [
    {
      key: 'name',
      title: head,
      width: nameWidth,
      fixed: 'start',
      rowScope: 'row',
      render: (_, row) => (nameCell ? nameCell(row) : <RowName {...row} />),
    },
    ...columns.map((column) => ({
      key: column.key,
      title: <span title={column.hint}>{column.title}</span>,
      align: 'end' as const,
      width: widthOf(column),
      sorter: true,
      sortOrder: orderOf(column.key, sort),
      render: (_: unknown, row: Row) => cell(row, column.key),
    })),
  ]
  const sums = (
    <Table.Summary.Row className="sr-report-total">
      <Table.Summary.Cell index={0}>{totalName}</Table.Summary.Cell>
      {columns.map(({ key }, at) => (
        <Table.Summary.Cell key={key} index={at + 1} align="end">
          {total(key)}
        </Table.Summary.Cell>
      ))}
    </Table.Summary.Row>
  )
  return (
    <Table<Row>
      className={`sr-report-table ${stale ? 'sr-stale' : ''}`}
      size="small"
      aria-label={label}
      rowKey={keyOf}
      columns={visibleColumns}
      dataSource={sortRows(
        rows,
        sort,
        columns.map(({ key }) => key),
      )}
      pagination={false}
      showSorterTooltip={false}
      sortDirections={['descend', 'ascend']}
      scroll={{ x: columns.reduce((sum, column) => sum + widthOf(column), nameWidth) }}
      locale={{ emptyText: '没有可统计的数据' }}
      onChange={(_page, _filters, sorter) => {
        const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
        onSort(order ? `${order === 'descend' ? '-' : ''}${String(columnKey)}` : undefined)
      }}
      summary={rows.length > 0 ? always(sums) : always(null)}
    />
  )
}

const always = (node: ReactNode) => () => node

const orderOf = (column: string, sort: string) =>
  sort === column ? ('ascend' as const) : sort === `-${column}` ? ('descend' as const) : null

const RowName = ({ name, isLeft }: Named) => (
  <span className="sr-report-name" title={name}>
    <span className="sr-cut">{name}</span>
    {isLeft && <Tag>已离职</Tag>}
  </span>
)

import type { TableColumnsType, TableProps } from 'antd'
import { type HTMLAttributes, useEffect, useState } from 'react'
import { type Boxes, boxColumnOf, boxWidth, useMayTick } from './boxes'
import { arrange, type ListColumn, needOf, totalOf, widthsIn, withPlace, withWidth } from './columns'
import { type Grip, HeadCell, type HeadProps } from './HeadCell'
import { lazyDialog } from '../../lazyDialog'
import { useLasting } from '../../useLasting'
import { isNarrow } from '../../useNarrow'
import { useListLayout } from '../layout'
import { moveBetweenRows } from './moveBetweenRows'
import { useRoom } from '../useRoom'
import { rowHeight, type ShownRows, useRowsOrWaiting, type Waiting } from './waiting'
import './rows.css'

/** `rowHoverable`: set if cells span several rows and highlight when the pointer is on any of them. */
type Passed<Row> = Pick<TableProps<Row>, 'expandable' | 'onChange' | 'rowHoverable'>

interface ListTableProps<Row extends Record<Key, number>, Key extends string>
  extends ShownRows<Row>, Passed<Row | Waiting<Key>> {
  rowKey: Key
  columns: readonly ListColumn<Row | Waiting<Key>>[]
  /** The checkboxes of its rows, if they can be selected (`Choosable`). */
  boxes?: Boxes<Row>
  /** Id of the row that is open over the list. */
  open?: number
  className?: string
  /** Event handlers of a row, such as a click. */
  rowProps: (row: Row | Waiting<Key>) => HTMLAttributes<HTMLElement>
}

// oxlint-disable-next-line typescript/no-explicit-any -- a component in a variable has no type parameters
const Table = lazyDialog<TableProps<any>>(() => import('./antTable').then((module) => module.Table))
if (!isNarrow()) Table.preload()

const components = { header: { cell: HeadCell } }

/** A gap shorter than this, in milliseconds, is not noticed. */
const flickerMs = 150

/**
 * A list's table with the member's choice of columns. Shows placeholder rows while loading, fades outdated rows, and
 * moves between rows by arrow keys.
 */
export function ListTable<Row extends Record<Key, number>, Key extends string>(
  props: ListTableProps<Row, Key>,
) {
  const {
    rowKey,
    rows,
    count,
    stale,
    empty,
    columns,
    boxes,
    open,
    className = '',
    rowProps,
    ...passed
  } = props
  const { frame, room } = useRoom()
  const dataSource = useRowsOrWaiting(rows, rowKey, count)
  const mayTick = useMayTick() && boxes !== undefined
  const boxesWidth = mayTick ? boxWidth : 0
  const { shown: visible, slides, width } = useColumns(columns, room - boxesWidth, rows)
  const box = mayTick && {
    ...boxColumnOf<Row>(dataSource, boxes.idOf ?? ((row) => row[rowKey]), boxes),
    fixed: slides,
  }
  const classOf = (row: Row | Waiting<Key>): string =>
    `${'waiting' in row ? '' : 'sr-row-link'} ${row[rowKey] === open ? 'sr-row-open' : ''}`
  // Rows that load quickly are rendered once: a table of placeholder rows would cost as much, and only flicker.
  const isLong = useLasting(!rows, flickerMs)
  return (
    <div
      ref={frame}
      aria-busy={!rows || stale}
      {...(!rows && { style: { minHeight: (dataSource.length + 1) * rowHeight } })}
    >
      {room > 0 && (rows || isLong) && (
        <Table
          rowHoverable={false}
          {...passed}
          components={components}
          columns={box ? [box, ...visible] : visible}
          className={`sr-list-table ${stale ? 'sr-stale' : ''} ${className}`}
          size="small"
          tableLayout="fixed"
          rowKey={rowKey}
          dataSource={dataSource}
          pagination={false}
          showSorterTooltip={false}
          {...(slides && { sticky: true, scroll: { x: width + boxesWidth } })}
          locale={{
            emptyText: empty,
            triggerAsc: '按升序排列',
            triggerDesc: '按降序排列',
            cancelSort: '按降序排列',
          }}
          onRow={(row: Row | Waiting<Key>) => ({
            ...rowProps(row),
            onKeyDown: moveBetweenRows,
            className: classOf(row),
          })}
        />
      )}
    </div>
  )
}

/**
 * Returns the columns for antd and their total width. Room that no column grows into becomes an empty column; with too
 * little room the table scrolls sideways. Only then are columns fixed, because the browser places each fixed cell again for every
 * frame.
 */
function useColumns<Row>(
  columns: readonly ListColumn<Row>[],
  room: number,
  rows: readonly Row[] | undefined,
) {
  const { columns: layoutColumns, change, present } = useListLayout()
  useEffect(() => {
    if (present) present.current = columns
  })
  const [dragged, setDragged] = useState<{ key: string; width: number }>()
  const choices = dragged ? withWidth(columns, layoutColumns, dragged.key, dragged.width) : layoutColumns
  const arranged = arrange(columns, choices)
  const longest = ({ text }: ListColumn<Row>): number | undefined =>
    text && rows && Math.max(...rows.map((row) => needOf(text(row))))
  const widths = widthsIn(arranged, room, arranged.map(longest))
  const width = totalOf(widths)
  // Ignores the column being dragged: antd would replace the head cell under the pointer when the table starts to scroll.
  const slides = totalOf(widthsIn(arrange(columns, layoutColumns), room)) > room
  const gripOf = (key: string): Grip => ({
    drag(next, isDone) {
      setDragged(isDone ? undefined : { key, width: next })
      if (isDone) change?.(withWidth(columns, layoutColumns, key, next))
    },
    reset: () => change?.(withWidth(columns, layoutColumns, key, undefined)),
  })
  const headOf = ({ key, fixed }: ListColumn<Row>): HeadProps => ({
    grip: gripOf(key),
    movable: fixed ? undefined : key,
    move: (...place) => change?.(withPlace(columns, layoutColumns, ...place)),
  })
  const visibleColumns: TableColumnsType<Row> = arranged.map((column, at) => ({
    ...column,
    fixed: slides && column.fixed,
    width: widths[at] ?? column.width,
    ...(change && { onHeaderCell: () => headOf(column) as HTMLAttributes<HTMLElement> }),
  }))
  const lastFixed = arranged.findIndex(({ fixed }) => fixed === 'end')
  if (room > width)
    visibleColumns.splice(lastFixed < 0 ? visibleColumns.length : lastFixed, 0, {
      key: 'rest',
      onHeaderCell: () => ({ 'aria-hidden': true }),
      onCell: () => ({ 'aria-hidden': true }),
    })
  return { shown: visibleColumns, slides, width }
}

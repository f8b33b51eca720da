import type { VerifyRow } from '@showroom/contract/order/verify.schema'
import { allocationStage } from '@showroom/contract/order/verify.rules'
import { ListTable } from '../../ui/list/table/ListTable'
import { stableMemo } from '../../ui/stableMemo'
import type { ShownRows } from '../../ui/list/table/waiting'
import * as column from './columns'
import { type AllocationFilter, type VerifyFilter, verifyTab } from './verify.fields'
import { useRowToOrder } from './VerifyLink'

interface OrderTableProps extends ShownRows<VerifyRow> {
  onSort: (sortType: number) => void
}

function OrderTable({ columns, onSort, ...rows }: OrderTableProps & { columns: column.Column[] }) {
  const toOrder = useRowToOrder()
  return (
    <ListTable<VerifyRow, 'id'>
      {...rows}
      rowKey="id"
      columns={columns}
      rowProps={toOrder}
      onChange={(_pages, _filters, sorter) => onSort([sorter].flat()[0]?.order === 'ascend' ? 1 : 0)}
    />
  )
}

export const VerifyTable = stableMemo(({ filter, ...rows }: OrderTableProps & { filter: VerifyFilter }) => (
  <OrderTable
    {...rows}
    columns={[
      column.createdColumn(filter.sortType),
      column.customerColumn,
      column.modelColumn,
      column.ownerColumn,
      column.totalColumn,
      column.depositColumn,
      ...(filter.isDone === verifyTab.pending
        ? [column.waitColumn]
        : [column.statusColumn, column.reviewedColumn]),
    ]}
  />
))

export const AllocationTable = stableMemo(
  ({ filter, ...rows }: OrderTableProps & { filter: AllocationFilter }) => (
    <OrderTable
      {...rows}
      columns={[
        column.createdColumn(filter.sortType),
        column.customerColumn,
        column.statusColumn,
        column.modelColumn,
        column.deliverColumn,
        column.ownerColumn,
        column.depositColumn,
        ...(filter.stage === allocationStage.waiting ? [] : [column.vinColumn]),
      ]}
    />
  ),
)

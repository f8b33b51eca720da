import { momentOrder } from '@showroom/contract/kernel/order'
import type { VerifyRow } from '@showroom/contract/order/verify.schema'
import { allocationStage } from '@showroom/contract/order/verify.rules'
import { ListTable } from '../../ui/list/table/ListTable'
import { stableMemo } from '../../ui/stableMemo'
import type { ShownRows } from '../../ui/list/table/waiting'
import * as column from './columns'
import type { Decisions } from './Decide'
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
      onChange={(_pages, _filters, sorter) => {
        const { columnKey, order } = [sorter].flat()[0] ?? {}
        // The longest wait has the earliest moment.
        onSort((order === 'ascend') === (columnKey === 'created') ? momentOrder.oldest : momentOrder.newest)
      }}
    />
  )
}

interface VerifyTableProps extends OrderTableProps {
  filter: VerifyFilter
  decisions: Decisions | undefined
}

export const VerifyTable = stableMemo(({ filter, decisions, ...rows }: VerifyTableProps) => {
  const isPending = filter.isDone === verifyTab.pending
  return (
    <OrderTable
      {...rows}
      columns={[
        column.createdColumn(isPending ? undefined : filter.sortType),
        column.customerColumn,
        column.modelColumn,
        column.ownerColumn,
        column.totalColumn,
        column.depositColumn,
        ...(isPending
          ? [column.waitColumn(filter.sortType), ...(decisions ? [column.decideColumn(decisions)] : [])]
          : [column.statusColumn, column.reviewedColumn]),
      ]}
    />
  )
})

export const AllocationTable = stableMemo(
  ({ filter, ...rows }: OrderTableProps & { filter: AllocationFilter }) => (
    <OrderTable
      {...rows}
      columns={[
        column.createdColumn(),
        column.customerColumn,
        column.statusColumn,
        column.modelColumn,
        column.carColumn(filter),
        column.deliverColumn,
        column.ownerColumn,
        column.depositColumn,
        ...(filter.stage === allocationStage.waiting ? [] : [column.vinColumn]),
      ]}
    />
  ),
)

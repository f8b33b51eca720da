import type { VerifyRow } from '@showroom/contract/order/verify.schema'
import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { orderStatus } from '@showroom/contract/order/order.rules'
import { meansRow } from '../../ui/list/table/meansRow'
import { nameOf } from './verify.labels'
import '../../ui/list/table/rows.css'

/** Link to an order from these lists: to review it if submitted, otherwise to read it. */
export const addressOf = ({ id, status }: Pick<VerifyRow, 'id' | 'status'>) =>
  status === orderStatus.submitted
    ? ({ to: '/submitted', search: { id, type: 1 } } as const)
    : ({ to: '/approved', search: { id } } as const)

export const VerifyLink = ({ row }: { row: VerifyRow }) => (
  <Link className="sr-row-name" {...addressOf(row)} data-row-link={row.id} title={nameOf(row)}>
    {nameOf(row)}
  </Link>
)

type Row = VerifyRow | { waiting: true }

/** Makes a table row open its order; with Ctrl or ⌘ in a new tab, like the link in it. */
export function useRowToOrder() {
  const navigate = useNavigate()
  return (row: Row) => ({
    onClick: (event: MouseEvent): void => {
      if ('waiting' in row || !meansRow(event)) return
      const { to, search } = addressOf(row)
      if (event.ctrlKey || event.metaKey)
        window.open(
          `#${to}?${new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)])).toString()}`,
          '_blank',
          'noopener',
        )
      else void navigate(addressOf(row))
    },
  })
}

import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { meansRow } from '../ui/list/table/meansRow'

type Row = { customerId: number } | { waiting: true }

const openApart = (customerId: number): void =>
  void window.open(`#/customer/detail/${customerId}`, '_blank', 'noopener')

/** Makes a table row open its customer; with Ctrl, ⌘ or the middle button in a new tab, like the link in it. */
export function useRowToCustomer() {
  const navigate = useNavigate()
  return (row: Row) => ({
    onClick: (event: MouseEvent): void => {
      if ('waiting' in row || !meansRow(event)) return
      if (event.ctrlKey || event.metaKey) openApart(row.customerId)
      else
        void navigate({ to: '/customer/detail/$customerId', params: { customerId: String(row.customerId) } })
    },
    onAuxClick: (event: MouseEvent): void => {
      const onLink = event.target instanceof Element && event.target.closest('a')
      if (event.button === 1 && !onLink && !('waiting' in row)) openApart(row.customerId)
    },
  })
}

import type { CustomerRow } from '@showroom/contract/customer/list.schema'
import { isOpen } from '../customer.labels'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Selection, tickedOf, useSelection } from '../../ui/list/table/useSelection'
import type { Chosen } from './bulk'
import { customerList, type CustomerListState } from './customer.fields'

type Page = { readonly data: readonly CustomerRow[]; readonly total: number } | undefined

/** The customers to act on: the selected ones, or all that match the filters; and the selected ones on the visible page. */
export function useChosen({ filter }: CustomerListState, page: Page) {
  const selection = useSelection()
  useForgottenAll(selection, filter)
  const { ids, isAll } = selection
  // Rows ticked on other pages stay known.
  const [seen, setSeen] = useState<readonly CustomerRow[]>([])
  const rows = [...(page?.data ?? []), ...seen].filter(isTicked(ids))
  const set = (next: number[]): void => {
    selection.set(next)
    setSeen([...(page?.data ?? []), ...seen].filter(isTicked(next)))
  }
  const chosen: Chosen = isAll
    ? { ids: [], rows: undefined, filter, total: page?.total ?? 0 }
    : { ids, rows, filter: undefined, total: ids.length }
  return {
    selection: { ...selection, set },
    chosen,
    ticked: tickedOf(selection, page?.data.filter(isOpen), ({ customerId }) => customerId),
  }
}

const isTicked =
  (ids: readonly number[]) =>
  ({ customerId }: CustomerRow): boolean =>
    ids.includes(customerId)

/** Clears a selection of all matching customers when the filters change, since others would match then. */
function useForgottenAll(selection: Selection, filter: CustomerListState['filter']): void {
  const usual = customerList.usual
  const filterKey = JSON.stringify({ ...filter, pageStart: 1, pageCount: 1, orderType: usual.orderType })
  const forget = useEffectEvent(() => selection.isAll && selection.end())
  useEffect(() => void forget(), [filterKey])
}

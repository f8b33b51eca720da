import type { CustomerRow } from '@showroom/contract/customer/list.schema'
import { useEffect, useEffectEvent } from 'react'
import { type Selection, tickedOf, useSelection } from '../../ui/list/useSelection'
import type { Chosen } from './bulk'
import { customerList, type CustomerListState } from './customer.fields'

type Page = { readonly data: readonly CustomerRow[]; readonly total: number } | undefined

/** The customers that something is done with: the ticked ones, or all that the filters find; and what is ticked on the page in sight. */
export function useChosen({ filter }: CustomerListState, page: Page) {
  const selection = useSelection()
  useForgottenAll(selection, filter)
  const { ids, isAll } = selection
  const chosen: Chosen = isAll
    ? { ids: [], filter, total: page?.total ?? 0 }
    : { ids, filter: undefined, total: ids.length }
  return { selection, chosen, ticked: tickedOf(selection, page?.data, ({ customerId }) => customerId) }
}

/** All of what the filters find is chosen of these filters: others, as of a view, find others. */
function useForgottenAll(selection: Selection, filter: CustomerListState['filter']): void {
  const usual = customerList.usual
  const found = JSON.stringify({ ...filter, pageStart: 1, pageCount: 1, orderType: usual.orderType })
  const forget = useEffectEvent(() => selection.isAll && selection.end())
  useEffect(() => void forget(), [found])
}

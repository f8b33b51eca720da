import type { RequestOf } from '@showroom/contract/kernel/call'
import { setList } from '@showroom/contract/view/view.api'
import { everyList, type ListName } from '@showroom/contract/view/view.rules'
import type { ListSetting } from '@showroom/contract/view/view.schema'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callApi } from '../api/client'
import type { Fields, ListTable } from '../ui/list/filter/listFields'
import { type ListState, type Place, useListFilter } from '../ui/list/filter/useListFilter'
import { useStableCallback } from '../ui/stableMemo'
import type { ViewsState } from './viewsState'
import { useViewChange, viewsQuery } from './view.queries'
import { usualSetting } from './views'

/**
 * A list's filter state with the member's own page size: the one chosen in this list if it has a `name`, otherwise the
 * one chosen last in any list.
 */
export function useSizedList<F extends Fields, B>(
  table: ListTable<F, B>,
  { name, ...place }: Place & { name?: ListName },
): ListState<F> {
  const { data } = useQuery(viewsQuery())
  const set = useListSetting()
  const sizeOf = (of: ListSetting['list'] | undefined): number =>
    data?.settings.find(({ list: one }) => one === of)?.pageCount ?? 0
  const list = useListFilter(table, { ...place, pageCount: sizeOf(name) || sizeOf(everyList) })
  const change = useStableCallback<ListState<F>['change']>((part) => {
    const { pageCount } = part
    if (pageCount && pageCount !== list.filter.pageCount) {
      if (name) set(name, { pageCount })
      set(everyList, { pageCount })
    }
    list.change(part)
  })
  // A stable reference, because the table re-renders on a new one.
  return useMemo(() => ({ ...list, change }), [list, change])
}

/** Returns a function that stores a member's settings for a list. */
export function useListSetting() {
  const change = useViewChange()
  return (list: ListSetting['list'], part: Parameters<ViewsState['set']>[0]): void =>
    change(
      (all) => {
        const before = all.settings.find((one) => one.list === list) ?? usualSetting(list)
        return { ...all, settings: [...all.settings.filter((one) => one !== before), { ...before, ...part }] }
      },
      () => callApi(setList, { list, ...part } as RequestOf<typeof setList>, { withoutKey: 'same effect' }),
    )
}

import { isOldestFirst, momentOrder } from '@showroom/contract/kernel/order'

/** Sort mark of the column of a list ordered by `momentOrder`; `waits` as there. */
export const momentSort = (orderType: number, waits: boolean) => ({
  sorter: true,
  sortDirections: ['descend' as const, 'ascend' as const, 'descend' as const],
  sortOrder: isOldestFirst(orderType, waits) ? ('ascend' as const) : ('descend' as const),
})

interface Sorted {
  order?: 'ascend' | 'descend' | null | undefined
}

/** The order for a press on that column. */
export const momentOrderOf = (sorter: Sorted | readonly Sorted[]): number =>
  [sorter].flat()[0]?.order === 'ascend' ? momentOrder.oldest : momentOrder.newest

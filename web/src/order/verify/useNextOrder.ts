import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lastPageOf } from '../../ui/list/ListFoot'
import { rowsAhead } from '../../ui/queue/ahead'
import { useMessage } from '../../ui/useMessage'
import { verifyList, verifyTab } from './verify.fields'
import { verifyListQuery, waitingQuery } from './verify.queries'

/** The review list's last filters, always on its pending tab. */
const lastFilter = () => ({
  ...verifyList.filterOf(verifyList.last.search, verifyList.last.keyword),
  isDone: verifyTab.pending,
})

const idOf = ({ id }: { readonly id: number }): number => id

/** Opens the next order to review, in the list's own sequence. Returns to the list if there is none. */
export function useNextOrder(orderId: number): { next: (by?: 1 | -1) => Promise<void>; toList: () => void } {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const message = useMessage()
  const toList = (): void =>
    void navigate({
      to: '/activity/order-verify',
      search: verifyList.last.search,
      state: { keyword: verifyList.last.keyword },
      replace: true,
    })

  const pageOf = (pageStart: number) => verifyListQuery({ ...lastFilter(), pageStart })
  /** The cached page, which still shows the place of an order that has since left the list. */
  const seen = (pageStart: number) => {
    const { data = [], total } = queries.getQueryData(pageOf(pageStart).queryKey) ?? {}
    return { ids: data.map(idOf), total }
  }
  const read = async (pageStart: number) => {
    const { data } = await queries.query({ ...pageOf(pageStart), staleTime: 0 })
    return data
  }
  const isOther = ({ id }: { readonly id: number }): boolean => id !== orderId

  /** The next order, also from later pages; then the ones before this order. */
  async function following() {
    const filter = lastFilter()
    const { pageStart: page } = filter
    const { ids, total } = seen(page)
    const at = ids.indexOf(orderId)
    const place = { id: orderId, page, lastPage: lastPageOf(filter, total), after: ids[at + 1] }
    const ahead = rowsAhead({ ...place, at: Math.max(0, at) }, { read, idOf, asks: isOther })
    for await (const { row } of ahead) return row
    return page > 1 ? (await read(1)).find(isOther) : undefined
  }

  async function previous() {
    const { pageStart } = lastFilter()
    const { ids: before } = seen(pageStart)
    const rows = await read(pageStart)
    const now = rows.map(idOf)
    const ids = now.includes(orderId) ? now : before
    const earlier = new Set(ids.slice(0, Math.max(0, ids.indexOf(orderId))))
    return rows.findLast(({ id }) => earlier.has(id))
  }

  /** Counts pending orders that the list's filters hide. */
  async function showEnd(): Promise<void> {
    const { total } = await queries.query({ ...waitingQuery(), staleTime: 0 })
    const others = total - Number(seen(lastFilter().pageStart).ids.includes(orderId))
    message.info(others > 0 ? `筛选出的订单已处理，另有${others}个订单待审核` : '待审核的订单已全部处理')
  }

  async function next(by: 1 | -1 = 1): Promise<void> {
    try {
      const nextOrder = await (by === 1 ? following() : previous())
      if (nextOrder) {
        await navigate({ to: '/submitted', search: { id: nextOrder.id, type: 1 }, replace: true })
        return
      }
      if (by === -1) {
        message.info('前面没有待审核的订单')
        return
      }
      await showEnd()
    } catch {
      // The list shows the error itself.
    }
    toList()
  }
  return { next, toList }
}

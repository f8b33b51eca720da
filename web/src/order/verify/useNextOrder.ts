import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMessage } from '../../ui/useMessage'
import { type VerifyFilter, verifyList, verifyTab } from './verify.fields'
import { verifyListQuery, waitingQuery } from './verify.queries'

/** The list that one came from, as it was left; those that wait, whatever was looked at there. */
const lastFilter = () => ({
  ...verifyList.filterOf(verifyList.last.search, verifyList.last.keyword),
  isDone: verifyTab.pending,
})

/** Goes to the order that waits after this one, in the list's own order; back to the list where none does. */
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

  async function waiting(filter: VerifyFilter) {
    const query = verifyListQuery(filter)
    const before = queries.getQueryData(query.queryKey)?.data ?? []
    const { data } = await queries.query({ ...query, staleTime: 0 })
    return { before, data }
  }

  /** The first one of another page, where there is one. */
  async function firstOf(filter: VerifyFilter) {
    const { data } = await waiting(filter)
    return data.find(({ id }) => id !== orderId)
  }

  /** What nobody finds by the list's filters may wait all the same. */
  async function tellEnd(isOwnWaiting: boolean): Promise<void> {
    const { total } = await queries.query({ ...waitingQuery(), staleTime: 0 })
    const others = total - Number(isOwnWaiting)
    message.info(others > 0 ? `筛选出的订单已处理，另有${others}个订单待审核` : '待审核的订单已全部处理')
  }

  async function next(by: 1 | -1 = 1): Promise<void> {
    try {
      const filter = lastFilter()
      const { before, data } = await waiting(filter)
      const rows = data.some(({ id }) => id === orderId) ? data : before
      const at = rows.findIndex(({ id }) => id === orderId)
      const still = new Set(data.map(({ id }) => id))
      const ahead = by === 1 ? rows.slice(at + 1) : rows.slice(0, Math.max(0, at)).toReversed()
      const { pageStart, pageCount } = filter
      const found =
        ahead.find(({ id }) => still.has(id)) ??
        (by === 1 && data.length === pageCount
          ? await firstOf({ ...filter, pageStart: pageStart + 1 })
          : undefined) ??
        (by === 1 ? data.find(({ id }) => id !== orderId) : undefined) ??
        (by === 1 && pageStart > 1 ? await firstOf({ ...filter, pageStart: 1 }) : undefined)
      if (found) {
        await navigate({ to: '/submitted', search: { id: found.id, type: 1 }, replace: true })
        return
      }
      if (by === -1) {
        message.info('前面没有待审核的订单')
        return
      }
      await tellEnd(still.has(orderId))
    } catch {
      // The list says itself what is wrong.
    }
    toList()
  }
  return { next, toList }
}

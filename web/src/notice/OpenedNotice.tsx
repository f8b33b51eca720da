import * as noticeApi from '@showroom/contract/notice/notice.api'
import { noticePath } from '@showroom/contract/notice/notice.rules'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryOf } from '../api/query'
import { notice as notices } from '../ui/notice'
import { keepPush } from './devices'
import { useReadNotices } from './notice.queries'

/** Opens the page of a notice that was pressed outside of the product: its id comes in the address, or from the service worker. */
export function OpenedNotice() {
  const router = useRouter()
  const queries = useQueryClient()
  const { mutate: markRead } = useReadNotices()
  useEffect(() => {
    const open = async (id: number): Promise<void> => {
      const { data } = await queries.query({
        ...queryOf(noticeApi.list, { before: id + 1, pageCount: 1 }),
        staleTime: 0,
      })
      const [notice] = data
      if (notice?.id !== id) return notices.info('这条消息已清理，或属于其他门店')
      markRead({ ids: [id] })
      router.history.push(noticePath(notice))
    }
    const address = new URL(location.href)
    const given = Number(address.searchParams.get('notice'))
    if (given > 0) {
      address.searchParams.delete('notice')
      // source-disable-next-line historyPlace -- takes a notice's id out of the address
      history.replaceState(history.state, '', address)
      void open(given).catch(() => undefined)
    }
    const keep = (): void => void keepPush().catch(() => undefined)
    keep()
    const listener = ({ data }: MessageEvent<{ notice?: number; pushed?: string } | undefined>): void => {
      if (data?.notice) void open(data.notice).catch(() => undefined)
      if (data?.pushed === '') keep()
    }
    // Absent outside of https.
    const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
    worker?.addEventListener('message', listener)
    return () => worker?.removeEventListener('message', listener)
  }, [router, queries, markRead])
  return null
}

import type { Notice } from '@showroom/contract/notice/notice.schema'
import { noticeTitles } from '@showroom/contract/notice/notice.rules'
import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { NoticeLink } from './NoticeLink'

const shownSeconds = 6
/** More than these at once are one line. */
const mostAtOnce = 2

/** Says quietly what comes in while the page is open. What was there before is only counted. */
export function useNewNotices(newest: readonly Notice[] | undefined, openList: () => void): void {
  const { notification } = App.useApp()
  const known = useRef<ReadonlySet<number>>(undefined)

  useEffect(() => {
    if (!newest) return
    const before = known.current
    known.current = new Set(newest.map(({ id }) => id))
    if (!before) return
    const oldest = before.size > 0 ? Math.min(...before) : 0
    const fresh = newest.filter(({ id, isRead }) => !isRead && !before.has(id) && !(id < oldest))
    const common = {
      placement: 'bottomRight',
      duration: shownSeconds,
      showProgress: false,
      pauseOnHover: true,
      role: 'status',
      className: 'sr-bell-toast',
    } as const
    if (fresh.length > mostAtOnce) {
      const key = 'notices'
      const open = (): void => {
        notification.destroy(key)
        openList()
      }
      notification.open({
        ...common,
        key,
        title: `您有${fresh.length}条新消息`,
        description: (
          <button type="button" className="sr-bell-toast-link" onClick={open}>
            查看
          </button>
        ),
      })
      return
    }
    for (const notice of fresh.toReversed()) {
      const key = `notice-${notice.id}`
      notification.open({
        ...common,
        key,
        title: noticeTitles[notice.kind],
        description: (
          <NoticeLink notice={notice} className="sr-bell-toast-link" onGone={() => notification.destroy(key)}>
            {notice.text}
          </NoticeLink>
        ),
      })
    }
  }, [newest, notification, openList])
}

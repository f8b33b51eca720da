import type { Notice } from '@showroom/contract/notice/notice.schema'
import { noticeTitles } from '@showroom/contract/notice/notice.rules'
import { notification as antd } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { NoticeLink } from './NoticeLink'

const shownSeconds = 6
/** More visible toasts than these become one line. */
const mostAtOnce = 2
const manyKey = 'notices'

/**
 * Shows a toast for each new notice while the page is open: render the returned element. Older notices are only
 * counted.
 */
export function useNewNotices(
  newest: readonly Notice[] | undefined,
  { isOpen, openList }: { isOpen: boolean; openList: () => void },
): ReactNode {
  const [notification, holder] = antd.useNotification()
  const ids = useRef<ReadonlySet<number>>(undefined)
  /** Visible toasts. */
  const inSight = useRef(new Set<number>())
  const open = useRef(isOpen)

  // The open list already shows them all.
  useEffect(() => {
    open.current = isOpen
    if (!isOpen) return
    inSight.current.clear()
    notification.destroy()
  }, [isOpen, notification])

  useEffect(() => {
    if (!newest) return
    const before = ids.current
    ids.current = new Set(newest.map(({ id }) => id))
    if (!before) return
    const oldest = before.size > 0 ? Math.min(...before) : 0
    const fresh = newest.filter(({ id, isRead }) => !isRead && !before.has(id) && !(id < oldest))
    if (fresh.length === 0 || open.current) return
    const notices = inSight.current
    for (const { id } of fresh) notices.add(id)
    const common = {
      // Buttons of dialogs and drawers, and the pager, are at the right.
      placement: 'bottomLeft',
      duration: shownSeconds,
      showProgress: false,
      pauseOnHover: true,
      role: 'status',
      className: 'sr-bell-toast',
    } as const
    if (notices.size > mostAtOnce) {
      notification.destroy()
      notification.open({
        ...common,
        key: manyKey,
        title: `您有${notices.size}条新消息`,
        description: (
          <button type="button" className="sr-link" onClick={openList}>
            查看
          </button>
        ),
        onClose: () => notices.clear(),
      })
      return
    }
    for (const notice of fresh.toReversed()) {
      const key = `notice-${notice.id}`
      const gone = (): void => void notices.delete(notice.id)
      notification.open({
        ...common,
        key,
        title: noticeTitles[notice.kind],
        description: (
          <NoticeLink
            notice={notice}
            className="sr-link"
            onGone={() => {
              gone()
              notification.destroy(key)
            }}
          >
            {notice.text}
          </NoticeLink>
        ),
        onClose: gone,
      })
    }
  }, [newest, notification, openList])
  return holder
}

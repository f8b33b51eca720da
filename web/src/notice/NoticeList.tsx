import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type RefObject, useEffect, useRef } from 'react'
import { failureText } from '../ui/failure'
import { useShownHere } from '../ui/shownErrors'
import { RelativeTime } from '../ui/RelativeTime'
import { noticesQuery, useReadNotices } from './notice.queries'
import { type Gathered, gather } from './gather'
import { NoticeLink } from './NoticeLink'
import { NoticeTitle } from './NoticeTitle'

interface NoticeListProps {
  unread: number
  /** Returns to the bell. */
  onClose: () => void
  /** Called when the reader follows a notice. */
  onGone: () => void
}

/** The bell's list: the member's own notices, newest first, equal ones gathered. */
export function NoticeList({ unread, onClose, onGone }: NoticeListProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(noticesQuery())
  useShownHere(data ? undefined : error)
  const { mutate } = useReadNotices()
  const dialog = useRef<HTMLDivElement>(null)
  const notices = data?.pages.flatMap((page) => page.data) ?? []
  const [newest] = notices
  useEffect(() => dialog.current?.focus({ preventScroll: true }), [])
  useEscape(dialog, onClose)

  return (
    <div ref={dialog} className="sr-bell-list" role="dialog" aria-label="消息" tabIndex={-1}>
      <div className="sr-bell-list-head">
        <h2 className="sr-bell-list-title">消息</h2>
        <Button
          type="link"
          size="small"
          disabled={!unread || !newest}
          onClick={() => {
            if (newest) mutate({ upTo: newest.id })
            // The button is disabled now, so the focus goes to the list.
            dialog.current?.focus({ preventScroll: true })
          }}
        >
          全部已读
        </Button>
      </div>
      {error && !data ? (
        <p className="sr-bell-list-empty">
          {failureText(error)}
          <Button type="link" size="small" onClick={() => void refetch()}>
            重试
          </Button>
        </p>
      ) : notices.length === 0 ? (
        <p className="sr-bell-list-empty">{data ? '暂无消息' : '加载中…'}</p>
      ) : (
        <ul className="sr-bell-items">
          {gather(notices).map((gathered) => (
            <NoticeItem key={gathered.notice.id} gathered={gathered} onGone={onGone} />
          ))}
          {hasNextPage && (
            <li>
              <Button type="text" block loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                更早的消息
              </Button>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

function NoticeItem({ gathered, onGone }: { gathered: Gathered; onGone: () => void }) {
  const { notice } = gathered
  return (
    <li>
      <NoticeLink {...gathered} className="sr-bell-item" onGone={onGone}>
        <NoticeTitle {...gathered} />
        <RelativeTime at={notice.createdAt} className="sr-bell-time" isInside />
        <span className="sr-bell-text">{notice.text}</span>
        {!notice.isRead && <span className="sr-bell-dot" aria-hidden />}
      </NoticeLink>
    </li>
  )
}

function useEscape(dialog: RefObject<HTMLElement | null>, onEscape: () => void): void {
  useEffect(() => {
    const element = dialog.current
    const pressed = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onEscape()
    }
    element?.addEventListener('keydown', pressed)
    return () => element?.removeEventListener('keydown', pressed)
  }, [dialog, onEscape])
}

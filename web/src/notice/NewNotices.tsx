import { CloseOutlined } from '@ant-design/icons'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import type { Notice } from '@showroom/contract/notice/notice.schema'
import { Button } from 'antd'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { gather } from './gather'
import { NoticeLink } from './NoticeLink'
import { NoticeTitle } from './NoticeTitle'
import { playArrival } from './sound'

const shownMs = 6000

interface NewNoticesProps {
  /** The first page of notices, newest first. */
  newest: readonly Notice[] | undefined
  /** Whether the list is open: it shows them all. */
  isOpen: boolean
  bell: RefObject<HTMLElement | null>
  onOpen: () => void
}

/**
 * One line over the header, left of the bell, for notices that arrive while the page is open. It covers no row, is
 * above dialogs, and goes by itself. Equal notices are one; different ones become a count that opens the list.
 */
export function NewNotices({ newest, isOpen, bell, onOpen }: NewNoticesProps) {
  const [fresh, setFresh] = useState<readonly Notice[]>([])
  const [isHeld, setHeld] = useState(false)
  const [right, setRight] = useState(0)
  const knownIds = useRef<ReadonlySet<number>>(undefined)
  useEffect(() => {
    if (!newest) return
    const before = knownIds.current
    knownIds.current = new Set(newest.map(({ id }) => id))
    if (isOpen) setFresh([])
    if (!before || isOpen) return
    // Older notices of the page come up when newer ones are deleted.
    const oldest = before.size > 0 ? Math.min(...before) : 0
    const arrived = newest.filter(({ id, isRead }) => !isRead && !before.has(id) && id > oldest)
    if (arrived.length === 0) return
    if (arrived.some(({ kind }) => kind === noticeKind.reception)) playArrival()
    setRight(window.innerWidth - (bell.current?.getBoundingClientRect().left ?? 0) + 8)
    setFresh((earlier) => [...arrived, ...earlier])
  }, [newest, isOpen, bell])
  const close = (): void => {
    setHeld(false)
    setFresh([])
  }
  useEffect(() => {
    if (fresh.length === 0 || isHeld) return undefined
    const timer = setTimeout(() => setFresh([]), shownMs)
    return () => clearTimeout(timer)
  }, [fresh, isHeld])

  const [first, ...others] = gather(fresh)
  return createPortal(
    <div role="status">
      {first && (
        <div
          className="sr-bell-toast"
          style={{ right }}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          {others.length === 0 ? (
            <NoticeLink {...first} className="sr-bell-toast-link" onGone={close}>
              <NoticeTitle {...first} />
              <span className="sr-cut">{first.notice.text}</span>
            </NoticeLink>
          ) : (
            <button type="button" className="sr-bell-toast-link" onClick={onOpen}>
              您有{fresh.length}条新消息，查看
            </button>
          )}
          <Button type="text" size="small" icon={<CloseOutlined />} aria-label="关闭消息" onClick={close} />
        </div>
      )}
    </div>,
    document.body,
  )
}

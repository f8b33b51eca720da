import { BellOutlined } from '@ant-design/icons'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Popover } from 'antd'
import { lazy, Suspense, useRef, useState } from 'react'
import { keepFirstPage, noticesQuery } from './notice.queries'
import { NewNotices } from './NewNotices'
import './notice.css'

const importList = () => import('./NoticeList')
const NoticeList = lazy(() => importList().then((module) => ({ default: module.NoticeList })))

const most = 99

/** The bell in the header: the unread count, and the list of notices. */
export function NoticeBell() {
  const queries = useQueryClient()
  const { data } = useInfiniteQuery(noticesQuery())
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const unread = data?.pages[0]?.unread ?? 0

  const change = (next: boolean): void => {
    setOpen(next)
    if (!next) keepFirstPage(queries)
  }
  const close = (): void => {
    change(false)
    button.current?.focus()
  }

  return (
    <>
      <Popover
        open={open}
        onOpenChange={change}
        trigger="click"
        placement="bottomRight"
        // On a phone the bell is not at the edge: the list shifts to fit.
        align={{ overflow: { shiftX: true } }}
        arrow={false}
        classNames={{ root: 'sr-bell-popover' }}
        destroyOnHidden
        content={
          <Suspense fallback={<div className="sr-bell-list" aria-busy />}>
            <NoticeList unread={unread} onClose={close} onGone={() => change(false)} />
          </Suspense>
        }
      >
        <button
          ref={button}
          type="button"
          className="sr-bell"
          aria-label={unread ? `消息，${unread}条未读` : '消息'}
          aria-haspopup="dialog"
          aria-expanded={open}
          onPointerEnter={() => void importList()}
        >
          <BellOutlined aria-hidden />
          {unread > 0 && (
            <span className="sr-bell-count" aria-hidden>
              {unread > most ? `${most}+` : unread}
            </span>
          )}
        </button>
      </Popover>
      <NewNotices newest={data?.pages[0]?.data} isOpen={open} bell={button} onOpen={() => setOpen(true)} />
    </>
  )
}

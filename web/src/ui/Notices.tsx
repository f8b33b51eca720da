import { useSyncExternalStore } from 'react'
import { noticeStore } from './notice'
import './notices.css'

const marks = { success: '✓', warning: '!', error: '!', info: 'i' } as const

/** Container for notices; mounted once, at the root. */
export function Notices() {
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.read)
  return (
    <div className="sr-notices" role="status" aria-live="polite">
      {notices.map(({ id, kind, text }) => (
        <div key={id} className={`sr-notice sr-notice-${kind}`}>
          <span className="sr-notice-mark" aria-hidden>
            {marks[kind]}
          </span>
          {text}
        </div>
      ))}
    </div>
  )
}

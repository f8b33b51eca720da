import { createListeners } from '../api/listeners'

/**
 * Short notices (three seconds) for messages that have no place on the page. They live outside React and antd, so that
 * the sign-in page and the router can show them too.
 */
export type NoticeKind = 'success' | 'warning' | 'error' | 'info'

export interface Notice {
  readonly id: number
  readonly kind: NoticeKind
  readonly text: string
}

export const noticeMs = 3000

let notices: readonly Notice[] = []
let lastId = 0
const listeners = createListeners()

function put(next: readonly Notice[]): void {
  notices = next
  listeners.notify()
}

function show(kind: NoticeKind, text: string): void {
  // A repeated text replaces its earlier notice and restarts its time.
  const others = notices.filter((notice) => notice.kind !== kind || notice.text !== text)
  const id = ++lastId
  put([...others.slice(-2), { id, kind, text }])
  setTimeout(() => put(notices.filter((notice) => notice.id !== id)), noticeMs)
}

export const notice = {
  success: (text: string): void => show('success', text),
  warning: (text: string): void => show('warning', text),
  error: (text: string): void => show('error', text),
  info: (text: string): void => show('info', text),
}

export const noticeStore = {
  subscribe: listeners.subscribe,
  read: (): readonly Notice[] => notices,
}

import { failureText } from '../ui/failure'
import { notice } from '../ui/notice'

/** Rejections without a failure: a request that its page has left, and a query that a newer one replaces. */
const isQuiet = (reason: unknown): boolean =>
  reason instanceof Error && (reason.name === 'AbortError' || reason.message === 'CancelledError')

/**
 * Shows rejections that no code handles as a notice, like a refused action: the handler of a click may be async, and its failure would be
 * seen by no one.
 */
export function watchRejections(): void {
  // source-disable-next-line endlessListener -- for as long as the page
  addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    if (!isQuiet(reason)) notice.error(failureText(reason))
  })
}

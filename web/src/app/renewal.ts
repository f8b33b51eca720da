import type { AnyRouter } from '@tanstack/react-router'
import { isBack } from '../api/connection'
import { pageAge } from '../api/release'
import { isAsked } from '../ui/asked'
import { notice } from '../ui/notice'
import { hasUnsaved } from '../ui/unsaved'
import { inTab } from '../api/storage'

/** The release for which this tab has reloaded. One reload each: if it does not help, a line asks the user. */
const reloadedFor = inTab('reloaded-for')

/** Time to read the notice before the page reloads, in milliseconds. */
const readMs = 1500

/** Whether a reload could lose something: changed forms, an open dialog, text in a field. */
function isTyping(): boolean {
  const field = document.activeElement
  const isFilled =
    (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== ''
  return hasUnsaved() || isAsked() || isFilled
}

/**
 * Reloads a tab from before a deployment, once a release and only where nothing is typed; until then at each change of the page. A file of
 * the page that the server no longer has counts as a newer release.
 */
export function watchRelease(router: AnyRouter): void {
  const mayReload = (): boolean => pageAge.isOld() && reloadedFor.read() !== pageAge.newest() && !isTyping()
  let timer: ReturnType<typeof setTimeout> | undefined
  const reload = async (): Promise<void> => {
    // Without a network the browser would replace the page by its own error page.
    const back = await isBack()
    timer = undefined
    if (!back || !mayReload()) return
    reloadedFor.write(pageAge.newest())
    location.reload()
  }
  const renew = (): void => {
    if (timer !== undefined || !mayReload()) return
    notice.info('已有新版本，正在刷新')
    timer = setTimeout(() => void reload(), readMs)
  }
  pageAge.subscribe(renew)
  router.subscribe('onResolved', renew)
  // source-disable-next-line endlessListener -- for as long as the page
  document.addEventListener('visibilitychange', renew)
}

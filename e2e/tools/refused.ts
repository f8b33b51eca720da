import type { Page } from '@playwright/test'

/**
 * Calls that a walk answers within the page. `page.route` would switch the browser's cache off: each opening would fetch
 * and compile all files of the client, and take twice the processor time.
 */

/** The paths of the calls to refuse; none for those that write. */
const toRefuse = 'refused-calls'
/** The paths of the calls that were refused. */
const made = 'calls-made'

/** Runs in the page before the product does. */
function refuse([paths, log]: readonly [string, string]): void {
  // An empty page has no storage.
  if (location.protocol === 'about:') return
  const refused = sessionStorage.getItem(paths)?.split(' ')
  if (!refused) return
  const isWrite = ({ url, headers }: Request): boolean =>
    /\/v[12]\//.test(url) && (headers.has('idempotency-key') || /appDraftService|switchDealer/.test(url))
  const send = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (refused[0] ? !refused.includes(pathname) : !isWrite(request)) return send(request)
    sessionStorage.setItem(log, `${sessionStorage.getItem(log) ?? ''}${pathname} `)
    return Response.json({ status: '-1', code: 9999, detail: '留在本页' })
  }
}

export const refuseIn = (page: Page): Promise<unknown> =>
  page.addInitScript(refuse, [toRefuse, made] as const)

/**
 * Refuses these calls on pages that the journey opens from now on; without paths all that would change the data, or end
 * the session that other journeys share.
 */
export const refuseCalls = (page: Page, paths: readonly string[] = []): Promise<void> =>
  page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [toRefuse, paths.join(' ')] as const)

/** The paths of the calls that were refused since the last time. */
export const takeRefused = async (page: Page): Promise<string[]> => {
  const paths = await page.evaluate((key) => {
    const all = sessionStorage.getItem(key) ?? ''
    sessionStorage.removeItem(key)
    return all
  }, made)
  return paths.split(' ').filter(Boolean)
}

/** Web Push in the service worker: shows messages, opens their notices, and reports tests to the pages (web/src/notice). */

declare const self: ServiceWorkerGlobalScope

interface Message {
  readonly title: string
  readonly body: string
  /** Id of the notice that a click opens. */
  readonly notice?: number
  readonly kind?: number
  /** Proof of a test. */
  readonly test?: string
}

const listPages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

const post = (page: Client, message: object): void =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the worker's own pages
  page.postMessage(message)

async function report(pushed: string): Promise<void> {
  for (const page of await listPages()) post(page, { pushed })
}

/** A newer message of the kind replaces the one on the screen. */
const show = ({ title, body, notice, kind }: Message): Promise<void> =>
  self.registration.showNotification(title, {
    body,
    icon: '/icons/192.png',
    tag: `kind-${kind ?? 0}`,
    data: notice,
  })

/** An open page goes to the notice by itself; a new one reads it from its address, after the sign-in. */
async function open(notice: number | undefined): Promise<void> {
  const [page] = await listPages()
  if (!page) return void (await self.clients.openWindow(notice ? `/?notice=${notice}` : '/'))
  if (notice) post(page, { notice })
  await page.focus()
}

/** Registers the handlers; the worker calls it while it starts. */
export function servePushes(): void {
  self.addEventListener('push', (event) => {
    const message = event.data?.json() as Message | undefined
    if (message) event.waitUntil(Promise.all([show(message), message.test && report(message.test)]))
  })
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(event.notification.data as number | undefined))
  })
  // The browser has another endpoint: an open page registers it, else the next one.
  self.addEventListener('pushsubscriptionchange', (event) => {
    ;(event as ExtendableEvent).waitUntil(report(''))
  })
}

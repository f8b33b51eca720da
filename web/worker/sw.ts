import { PrecacheFallbackPlugin, addRoute, precache, type PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import { servePushes } from './push.ts'

/**
 * The service worker, /sw.js, serves the page and the files of its build without a network. It handles no other request:
 * calls, streams, downloads and links go to the server as without it. web/serviceWorker.ts builds it.
 */

declare const self: ServiceWorkerGlobalScope
/** Files of this build, set by the build. */
declare const files: PrecacheEntry[]

/** How long the page waits for the network before the kept one opens, in seconds. */
const patience = 5

precache(files)
servePushes()

/**
 * The page comes from the network, so that a deployment, and the way back from one, shows at once. A page and its files
 * never differ in their build: their addresses hold hashes.
 */
const page = new NetworkOnly({
  networkTimeoutSeconds: patience,
  plugins: [new PrecacheFallbackPlugin({ fallbackURL: '/index.html' })],
})
registerRoute(
  new NavigationRoute(
    async (options) => {
      await activateNext()
      return page.handle(options)
    },
    { allowlist: [/^\/(?:index\.html)?(?:\?|$)/] },
  ),
)
addRoute({ cleanURLs: false, directoryIndex: '', ignoreURLParametersMatching: [] })

/** A newer worker waits until the last tab of the old build has reloaded: its files remain until then. */
async function activateNext(): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window' })
  if (tabs.length < 2) self.registration.waiting?.postMessage('activate')
}
self.addEventListener('message', ({ data }) => {
  if (data === 'activate') void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pageSegments } from '@showroom/contract/kernel/pages'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** The service worker where OFFLINE=0: removes the files of the one before it, and itself, and has open pages keep nothing more. */
const removal = `
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(remove()))
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
  for (const page of await clients.matchAll({ includeUncontrolled: true })) page.postMessage('off')
}
`

/**
 * Serves the built web client. Hashed files are cached for a year, the page and the service worker are never cached. Page addresses without
 * `#` are redirected. Without `offline` browsers remove the service worker that they have.
 */
export async function serveWeb(
  http: FastifyInstance,
  { folder, offline }: { folder: string; offline: boolean },
): Promise<void> {
  if (!offline)
    http.get('/sw.js', (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(removal),
    )
  await http.register(fastifyStatic, {
    root: path.resolve(folder),
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`)
      void response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (path.basename(file).startsWith('sw.js')) void response.header('service-worker-allowed', '/')
    },
  })
  for (const url of pageSegments.flatMap((segment) => [`/${segment}`, `/${segment}/*`]))
    http.get(url, (request, reply) => reply.redirect(`/#${request.url}`))
  const documents = path.resolve(folder, 'help')
  if (!existsSync(documents)) return
  // Links of the first page are relative to the folder.
  http.get('/help', (_request, reply) => reply.redirect('/help/'))
  await serveDocuments(http, documents)
}

/** Serves the documents at `/help` without a session, as they hold no data. Unknown addresses below get the site's own 404 page. */
const serveDocuments = (http: FastifyInstance, root: string) =>
  http.register(
    async (help) => {
      const missing = readFileSync(path.join(root, '404.html'), 'utf8')
      help.setNotFoundHandler((_request, reply) =>
        reply.code(404).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(missing),
      )
      await help.register(fastifyStatic, {
        root,
        preCompressed: true,
        decorateReply: false,
        redirect: true,
        cacheControl: false,
        setHeaders: (response) => void response.header('cache-control', 'no-cache'),
      })
    },
    { prefix: '/help' },
  )

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pageSegments } from '@showroom/contract/kernel/pages'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Serves the built web client. Hashed files are cached for a year, the page is never cached. Page addresses without `#` are redirected. */
export async function serveWeb(http: FastifyInstance, folder: string): Promise<void> {
  await http.register(fastifyStatic, {
    root: path.resolve(folder),
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`)
      void response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
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

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
}

import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/client.ts'
import type { Metrics } from '../metrics.ts'

/** `/healthz`: the process lives. `/readyz`: it can answer, database included. `/metrics`: Prometheus. */
export function serveHealth(app: FastifyInstance, db: Database, metrics: Metrics): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await sql`select 1`.execute(db)
      return { status: 'ok' }
    } catch {
      return reply.code(503).send({ status: 'database away' })
    }
  })
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.render()))
}

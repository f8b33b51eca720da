import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DatabaseHealth } from '../db/fault.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { Drain } from './drain.ts'
import { tokenOf } from './token.ts'

/**
 * `/healthz`: the process runs. `/readyz`: it can answer, and does not drain. With a database that refuses writes it can answer queries: a proxy that took
 * every process away for that would stop those, too. `/metrics`: for Prometheus on this machine, or elsewhere with the token.
 */
export function serveHealth(
  app: FastifyInstance,
  {
    health,
    drain,
    metrics,
    metricsToken,
  }: {
    health: Pick<DatabaseHealth, 'check'>
    drain: Pick<Drain, 'isOn'>
    metrics: Metrics
    metricsToken?: string | undefined
  },
): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (drain.isOn()) return reply.code(503).send({ status: 'draining' })
    const database = await health.check()
    if (database === 'away') return reply.code(503).send({ status: 'database away' })
    return { status: 'ok', database }
  })
  app.get('/metrics', async (request, reply) => {
    const isMeant = isOfThisMachine(request) || (metricsToken !== undefined && holds(request, metricsToken))
    if (!isMeant) return reply.code(403).send({ status: '-1', code: 403, detail: '没有权限' })
    return reply.type(metrics.contentType).send(await metrics.render())
  })
}

/** Forwarded headers mean that a proxy on this machine passes on a request from elsewhere. */
const isOfThisMachine = ({ ip, headers }: FastifyRequest): boolean =>
  /^(?:::1|(?:::ffff:)?127\.[\d.]+)$/.test(ip) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares in constant time. */
const holds = (request: FastifyRequest, token: string): boolean =>
  timingSafeEqual(digest(tokenOf(request)), digest(token))

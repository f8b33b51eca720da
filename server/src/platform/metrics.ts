import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type pg from 'pg'

export interface Metrics {
  observeRequest(path: string, status: number, refusal: string, seconds: number): void
  /** Prometheus text. */
  render(): Promise<string>
  readonly contentType: string
}

/** What `/metrics` tells: requests by path and outcome, their time, the pool, the process. */
export function createMetrics(pool: pg.Pool): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const requests = new Counter({
    name: 'showroom_requests_total',
    help: 'Requests by path, HTTP status and refusal',
    labelNames: ['path', 'status', 'refusal'],
    registers: [register],
  })
  const seconds = new Histogram({
    name: 'showroom_request_seconds',
    help: 'Time to answer',
    labelNames: ['path'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [register],
  })
  const connections = new Gauge({
    name: 'showroom_database_connections',
    help: 'Connections of the pool',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'total' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  void connections
  return {
    observeRequest(path, status, refusal, took) {
      requests.inc({ path, status: String(status), refusal })
      seconds.observe({ path }, took)
    },
    render: () => register.metrics(),
    contentType: register.contentType,
  }
}

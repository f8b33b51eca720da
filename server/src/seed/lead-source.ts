import { addSource } from '../lead/index.ts'
import { createDatabase, createPool } from '../platform/db/client.ts'
import { createLog } from '../platform/log.ts'

/**
 * Whom `npm run send-leads` and `npm run send-order-status` sign as, and docs/intake.md and docs/order-status.md show: in the demo network
 * only.
 */
const demoSources = [
  { key: 'demo-portal', secret: 'showroom-demo-secret-2026', name: '演示门户', sourceId: 10, sends: 'leads' },
  {
    key: 'demo-maker',
    secret: 'showroom-maker-secret-2026',
    name: '演示厂家订单系统',
    sourceId: 0,
    sends: 'orders',
  },
] as const

/** Seals their secrets anew at every start: the server's own may be another one. */
export async function ensureDemoSources(url: string, serverSecret: string, now: Date): Promise<void> {
  const db = createDatabase(createPool(url, 1, createLog('warn')))
  try {
    for (const source of demoSources) await addSource(db, serverSecret, { ...source, rate: 1000 }, now)
  } finally {
    await db.destroy()
  }
}

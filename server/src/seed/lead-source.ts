import { addSource } from '../lead/index.ts'
import { createDatabase, createPool } from '../platform/db/client.ts'
import { createLog } from '../platform/observe/log.ts'

/**
 * Senders that `npm run send-leads`, `send-order-status` and `send-records` sign as, and the docs use as examples; they exist in the demo
 * network only.
 */
const demoSources = [
  { key: 'demo-portal', secret: 'showroom-demo-secret-2026', name: '演示门户', sourceId: 10, sends: 'leads' },
  {
    key: 'demo-recorder',
    secret: 'showroom-recorder-secret-2026',
    name: '演示呼叫与试驾系统',
    sourceId: 0,
    sends: 'records',
  },
  {
    key: 'demo-maker',
    secret: 'showroom-maker-secret-2026',
    name: '演示厂家订单系统',
    sourceId: 0,
    sends: 'orders',
  },
] as const

/** Encrypts their secrets again at every start, as the server secret may have changed. */
export async function ensureDemoSources(url: string, serverSecret: string, now: Date): Promise<void> {
  const db = createDatabase(createPool(url, 1, createLog('warn')))
  try {
    for (const source of demoSources) await addSource(db, serverSecret, { ...source, rate: 1000 }, now)
  } finally {
    await db.destroy()
  }
}

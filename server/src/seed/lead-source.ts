import { addSource } from '../lead/index.ts'
import { createDatabase, createPool } from '../platform/db/client.ts'
import { createLog } from '../platform/log.ts'

/** The source that `npm run send-leads` signs as, and docs/intake.md shows: in the demo network only. */
const demoSource = { key: 'demo-portal', secret: 'showroom-demo-secret-2026' } as const

/** Seals its secret anew at every start: the server's own may be another one. */
export async function ensureDemoSource(url: string, serverSecret: string, now: Date): Promise<void> {
  const db = createDatabase(createPool(url, 1, createLog('warn')))
  try {
    const source = { ...demoSource, name: '演示门户', sourceId: 10, rate: 1000 }
    await addSource(db, serverSecret, source, now)
  } finally {
    await db.destroy()
  }
}

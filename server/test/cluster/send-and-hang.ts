import { createApp } from '../../src/app.ts'
import { createLog } from '../../src/platform/observe/log.ts'

/** A server process that sends events and is killed meanwhile: `node send-and-hang.ts DATABASE_URL NOW`. */

const [databaseUrl = '', now = ''] = process.argv.slice(2)
const app = await createApp({
  databaseUrl,
  poolSize: 2,
  log: createLog('error'),
  clock: () => new Date(now),
  filesFolder: '/nowhere',
  fileSecret: 'a secret of the tests, 32 characters',
  trustProxy: 0,
  demo: false,
  demoAccounts: () => Promise.resolve(undefined),
  webhooks: { loopback: true, timeoutMs: 60_000 },
})
await app.deliveries.run()

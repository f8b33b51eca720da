import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemClock } from '../../server/src/platform/clock.ts'
import { ensureDemo } from '../../server/src/seed/demo.ts'
import { ask, createGiven, inDatabase } from '../../server/test/citus/citus.ts'
import { startTestCluster } from '../../server/test/cluster/cluster.ts'
import { fill as fillBase } from '../../server/test/templates/showroom.ts'
import { openOutside } from './outside.ts'
import { setStage } from './stage.ts'

/**
 * The product as `npm start` runs it, on a throw-away database that is removed when this process ends, or on a new one of the server of
 * `TEST_DATABASE_URL`, distributed if that is a coordinator of Citus.
 */
const given = process.env.TEST_DATABASE_URL
const database = given ? await openGiven(given) : await openThrowAway()

interface Opened {
  readonly url: string
  /** Distributes the filled database. */
  readonly spread?: () => Promise<void>
}

async function openGiven(server: string): Promise<Opened> {
  const empty = await createGiven(server, `journeys_${process.env.PORT ?? '3199'}`)
  await fillBase(empty.url)
  return empty
}

/** A copy of the migrated template of the server tests. */
async function openThrowAway(): Promise<Opened> {
  const { url } = await startTestCluster()
  await ask(url, 'create database journeys template template_showroom strategy file_copy')
  return { url: inDatabase(url, 'journeys') }
}
const folder = mkdtempSync(path.join(tmpdir(), 'showroom-e2e-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
// The stage is complete before the server reports that it is ready.
await ensureDemo(database.url, systemClock())
await setStage(database.url)
await database.spread?.()
process.env.DATABASE_URL = database.url
process.env.DATA_DIR = folder
process.env.LOG_LEVEL ??= 'error'
process.env.DEMO = '1'
Object.assign(process.env, await openOutside(`http://127.0.0.1:${process.env.PORT ?? '3199'}`))
// Each journey has its own address, so that limits by address do not mix them.
process.env.TRUST_PROXY = '1'
// Journeys receive webhooks on the loopback address.
process.env.WEBHOOK_LOOPBACK = '1'
// All journeys share the demo's few accounts.
process.env.FILE_READ_LIMIT = '1000000'
await import('../../server/src/main.ts')

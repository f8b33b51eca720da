import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createApp } from '../server/src/app.ts'
import type { App } from '../server/src/app.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { createLog } from '../server/src/platform/observe/log.ts'

/** Runs some work on a server inside this process, where its statements can be recorded. */
export async function inside<Result>(
  url: string,
  fileSecret: string,
  work: (app: App) => Promise<Result>,
): Promise<Result> {
  const filesFolder = await mkdtemp(path.join(tmpdir(), 'showroom-bench-'))
  const app = await createApp({
    databaseUrl: url,
    poolSize: 2,
    log: createLog('warn'),
    clock: systemClock,
    filesFolder,
    fileSecret,
    trustProxy: 0,
    demo: false,
    demoAccounts: () => Promise.resolve(undefined),
  })
  try {
    return await work(app)
  } finally {
    await app.close()
    await rm(filesFolder, { recursive: true })
  }
}

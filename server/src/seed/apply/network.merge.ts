import path from 'node:path'
import { topics } from '@showroom/contract/kernel/topics'
import { createApp } from '../../app.ts'
import type { App } from '../../app.ts'
import { mergeDouble } from '../../customer/index.ts'
import { mergeStores } from '../../operate/stores/merge.ts'
import type { MergeDeps } from '../../operate/stores/merge.ts'
import { removeStore } from '../../operate/stores/remove.ts'
import type { Removal } from '../../operate/stores/remove.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { transact } from '../../platform/db/client.ts'
import { createLog } from '../../platform/observe/log.ts'
import { Refusal } from '../../platform/refusal.ts'
import { mintCommandSession } from '../../platform/session/session.ts'
import { allTables } from '../../rooms.ts'
import type { Say } from './command.ts'

export interface StoreCommand {
  readonly isDryRun: boolean
  readonly config: Pick<Config, 'DATA_DIR' | 'bucket'>
  readonly secret: string
  readonly say: Say
}

/** Opens the product on the database without serving it, for its rules and files. */
export const openBackstage = (url: string, { config, secret }: Pick<StoreCommand, 'config' | 'secret'>) =>
  createApp({
    databaseUrl: url,
    poolSize: 2,
    log: createLog('warn'),
    clock: systemClock,
    filesFolder: path.join(config.DATA_DIR, 'files'),
    fileSecret: secret,
    ...(config.bucket && { bucket: config.bucket }),
    trustProxy: 0,
    demo: false,
    demoAccounts: () => Promise.resolve(undefined),
  })

/** The product's parts that commands of stores need. */
const depsOf = (
  { files, live }: Pick<App, 'files' | 'live'>,
  url: string,
  { config, say }: StoreCommand,
) => ({
  url,
  tables: allTables,
  files,
  filesInBucket: config.bucket !== undefined,
  now: systemClock,
  changed: (dealerId: number) => live.emit({ dealerId, topics }),
  say,
})

/** Merges two stores, with the product's rules for two files of one customer. */
export async function mergeByCommand(
  url: string,
  codes: { readonly from: string; readonly into: string },
  command: StoreCommand,
): Promise<void> {
  const app = await openBackstage(url, command)
  const { db, events } = app
  try {
    const joinFiles: MergeDeps['joinFiles'] = (dealer, double) =>
      transact(db, async (trx) => {
        const now = systemClock()
        const session = mintCommandSession(dealer, '门店合并', now)
        await mergeDouble({ db: trx, session, now, ip: '', events }, double)
        return undefined
      }).catch((error: unknown) => {
        if (error instanceof Refusal) return error.message
        throw error
      })
    await mergeStores({ ...depsOf(app, url, command), joinFiles }, codes, command.isDryRun)
  } finally {
    await app.close()
  }
}

/** Exports and erases a store. */
export async function removeByCommand(url: string, removal: Removal, command: StoreCommand): Promise<void> {
  const app = await openBackstage(url, command)
  try {
    await removeStore(depsOf(app, url, command), removal, command.isDryRun)
  } finally {
    await app.close()
  }
}

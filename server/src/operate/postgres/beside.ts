import type { Config } from '../../platform/config/config.ts'
import { createLog } from '../../platform/observe/log.ts'
import { FolderInUse, findRunningPostgres, startEmbeddedPostgres } from './embedded.ts'

export interface Beside {
  readonly url: string
  /** Whether it runs without this command: the server's, or a given one. */
  readonly isServed: boolean
  stop(): Promise<void>
}

/**
 * Opens the database for a command that may run next to the server: DATABASE_URL, the embedded database that is already running, or the
 * embedded one started for the command. `stop` ends only what was started here.
 */
export async function openBeside(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'BACKUP_TO'>,
  label: string,
): Promise<Beside> {
  const goesOn = (url: string) => ({ url, isServed: true, stop: () => Promise.resolve() })
  if (config.DATABASE_URL) return goesOn(config.DATABASE_URL)
  try {
    const archives = config.BACKUP_TO !== undefined
    const log = createLog('warn')
    const started = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log, label, archives })
    return { url: started.url, isServed: false, stop: () => started.stop() }
  } catch (error) {
    const running = error instanceof FolderInUse && (await findRunningPostgres(config.DATA_DIR))
    if (!running) throw error
    return goesOn(running)
  }
}

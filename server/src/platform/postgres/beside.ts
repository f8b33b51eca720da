import type { Config } from '../config.ts'
import { createLog } from '../log.ts'
import { FolderInUse, findRunningPostgres, startEmbeddedPostgres } from './embedded.ts'

/**
 * Opens the database for a command that may run next to the server: DATABASE_URL, the embedded database that is already running, or the
 * embedded one started for the command. `stop` ends only what was started here.
 */
export async function openBeside(
  config: Config,
  label: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const goesOn = (url: string) => ({ url, stop: () => Promise.resolve() })
  if (config.DATABASE_URL) return goesOn(config.DATABASE_URL)
  try {
    return await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: createLog('warn'), label })
  } catch (error) {
    const running = error instanceof FolderInUse && (await findRunningPostgres(config.DATA_DIR))
    if (!running) throw error
    return goesOn(running)
  }
}

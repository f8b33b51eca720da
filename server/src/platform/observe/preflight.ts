import { accessSync, constants, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { ConfigError } from '../config/config.ts'
import type { Config } from '../config/config.ts'

/** Checks folder and port before anything is created, because filling a demo network takes a while. */
export async function checkPlaces(config: Config): Promise<void> {
  const keepsFiles = !config.DATABASE_URL || !config.bucket || !config.FILE_SECRET
  if (keepsFiles) checkFolder(config.DATA_DIR)
  await checkPort(config.HOST, config.PORT)
}

/** Throws `ConfigError` if the folder cannot be created or written. */
function checkFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    throw new ConfigError(
      `${path.resolve(folder)} cannot be written (${code}): set DATA_DIR to a folder that this user may write.`,
      { cause },
    )
  }
}

/** Throws `ConfigError` if the address cannot be listened on. Port 0 means any free port. */
async function checkPort(host: string, port: number): Promise<void> {
  if (port === 0) return
  try {
    await new Promise<void>((resolve, reject) => {
      const probe = createServer()
      probe.once('error', reject)
      probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()))
    })
  } catch (error) {
    throw explainListening(error, host, port)
  }
}

/** Converts a listen error to a `ConfigError` that names the variable to set; returns other errors unchanged. */
export function explainListening(error: unknown, host: string, port: number): unknown {
  const why = {
    EADDRINUSE: `Port ${port} is taken: another program, perhaps another Showroom, listens there. Stop it, or set PORT to a free one (PORT=${port === 65_535 ? 3000 : port + 1}).`,
    EACCES: `Port ${port} is not for this user: set PORT to one above 1023.`,
    EADDRNOTAVAIL: `HOST=${host} is no address of this machine.`,
    ENOTFOUND: `HOST=${host} is no address of this machine.`,
  }[(error as NodeJS.ErrnoException).code ?? '']
  return why ? new ConfigError(why, { cause: error }) : error
}

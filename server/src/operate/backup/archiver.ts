import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../platform/clock.ts'
import { summaryOf } from '../../platform/observe/log.ts'
import type { Logger } from '../../platform/observe/log.ts'
import { outboxOf } from '../postgres/index.ts'
import { isSegment, newestOf, sealedEnding, spaceOf, walPrefix } from './catalogue.ts'
import { createFileCopier } from './files.ts'
import type { Place } from './place.ts'
import { sealed } from './seal.ts'

/** Sends WAL and new uploads to the backup while the server runs. */
export interface Archiver {
  /** Seconds for which the oldest finished WAL has waited. */
  delay(): Promise<number>
  /** Sends the rest; call it after PostgreSQL has stopped. */
  stop(): Promise<void>
}

interface Target {
  readonly place: Place
  readonly space: string
  readonly key: string
}

/** Files that PostgreSQL has finished: segments, histories, backup labels, and the last segment of a timeline. */
const walName = /^(?:[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup|\.partial)?|[0-9A-F]{8}\.history)$/

const listWal = async (outbox: string): Promise<string[]> =>
  (await readdir(outbox).catch(() => [])).filter((name) => walName.test(name)).toSorted()

/** Sends the WAL that waits, the oldest first, and removes what has arrived. Notes the newest, so that a restore misses it if it is gone. */
export async function shipWal(outbox: string, { place, space, key }: Target): Promise<void> {
  let newest = ''
  for (const name of await listWal(outbox)) {
    const file = path.join(outbox, name)
    await place.write(walPrefix(space) + name + sealedEnding, sealed(key, createReadStream(file)))
    await rm(file)
    if (isSegment(name)) newest = name
  }
  if (newest !== '') await place.write(newestOf(space), Readable.from([Buffer.from(newest)]))
}

/** Seconds for which the oldest finished WAL has waited. */
export async function measureDelay(home: string): Promise<number> {
  const outbox = outboxOf(home)
  const status = path.join(home, 'cluster/pg_wal/archive_status')
  const waiting = [
    ...(await listWal(outbox)).map((name) => path.join(outbox, name)),
    // Finished, but not copied into the outbox.
    ...(await readdir(status).catch(() => []))
      .filter((name) => name.endsWith('.ready'))
      .map((name) => path.join(status, name)),
  ]
  const times = await Promise.all(
    waiting.map((file) =>
      stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => Infinity,
      ),
    ),
  )
  const oldest = Math.min(...times)
  return oldest === Infinity ? 0 : Math.max(0, (systemClock().getTime() - oldest) / 1000)
}

/** Pause between looks at the outbox. With `archive_timeout` it makes the most that a fault can lose. */
const pauseMs = 5_000

export async function startArchiver(options: {
  readonly home: string
  readonly outbox: string
  readonly place: Place
  readonly key: string
  /** Folder of the uploads; undefined if they are in a bucket. */
  readonly filesFolder: string | undefined
  readonly log: Logger
}): Promise<Archiver> {
  const { home, outbox, place, key, filesFolder, log } = options
  const space = await spaceOf(home)
  const copier = filesFolder === undefined ? undefined : createFileCopier(filesFolder, { place, space, key })
  const ended = new AbortController()
  let lastError = ''

  async function send(): Promise<void> {
    try {
      await shipWal(outbox, { place, space, key })
      await copier?.copyNew()
      if (lastError) log.info({ place: place.shown }, 'backup: WAL and files arrive again')
      lastError = ''
    } catch (error) {
      const text = summaryOf(error)
      if (text !== lastError)
        log.error({ error: text, place: place.shown }, 'backup: WAL or files cannot be sent')
      lastError = text
    }
  }

  const running = (async () => {
    while (!ended.signal.aborted) {
      await send()
      await sleep(pauseMs, undefined, { signal: ended.signal }).catch(() => undefined)
    }
  })()

  return {
    delay: () => measureDelay(home),
    async stop() {
      ended.abort()
      await running
      await send()
    },
  }
}

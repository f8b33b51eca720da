import type { Socket } from 'node:net'
import pg from 'pg'

/** A base backup over the replication protocol (docs/decisions/0078-own-backups.md). */

export interface BaseInfo {
  readonly timeline: number
  /** First WAL segment that a restore reads. */
  readonly firstSegment: string
  /** PostgreSQL's list of the files with their SHA-256, as JSON. */
  readonly manifest: Buffer
}

export interface BaseBackup {
  /** The cluster as a tar archive, with the WAL that makes it consistent. Read it to its end once. */
  readonly archive: AsyncIterable<Uint8Array>
  /** Waits for the end. */
  finish(): Promise<BaseInfo>
}

/** Bytes of a WAL segment; initdb's default. */
const segmentBytes = 16 * 1024 * 1024

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')

/** Name of the segment that holds a position such as 0/3000028. */
export function segmentAt(timeline: number, lsn: string): string {
  const [high = 0, low = 0] = lsn.split('/').map((part) => parseInt(part, 16))
  return hex(timeline) + hex(high) + hex(Math.floor(low / segmentBytes))
}

interface Connection {
  readonly stream: Socket
  on(event: 'copyData', listener: (message: { readonly chunk: Buffer }) => void): void
}

/** Chunks of 64 KiB that wait for a slower reader before the socket is paused. */
const mostWaiting = 64

/** Starts a base backup. It takes a checkpoint at once, and then streams as fast as `archive` is read. */
export async function startBaseBackup(url: string, label: string): Promise<BaseBackup> {
  const config = { connectionString: url, replication: 'true', application_name: 'showroom-backup' }
  const client = new pg.Client(config)
  await client.connect()
  const { connection } = client as unknown as { readonly connection: Connection }
  const waiting: Buffer[] = []
  const manifest: Buffer[] = []
  let inManifest = false
  let state: 'running' | 'done' | Error = 'running'
  let wake = (): void => undefined
  connection.on('copyData', ({ chunk }) => {
    const kind = String.fromCharCode(chunk[0] ?? 0)
    if (kind === 'm') inManifest = true
    if (kind !== 'd') return
    // The library reuses the memory of its messages.
    const data = Buffer.from(chunk.subarray(1))
    if (inManifest) manifest.push(data)
    else if (waiting.push(data) >= mostWaiting) connection.stream.pause()
    wake()
  })
  const options = `LABEL '${label.replaceAll("'", '')}', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256'`
  const results = client.query(`BASE_BACKUP (${options})`) as Promise<unknown>
  results
    .then(
      () => (state = 'done'),
      (error: unknown) => (state = error as Error),
    )
    .finally(() => wake())
  client.on('error', (error) => {
    state = error
    wake()
  })
  async function* archive(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunk = waiting.shift()
        if (chunk) {
          if (waiting.length < mostWaiting / 2) connection.stream.resume()
          yield chunk
        } else if (state instanceof Error) throw state
        else if (state === 'done') return
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    } finally {
      // If the reader gave up, PostgreSQL ends the backup with the connection, which no longer reads.
      if (state === 'done') await client.end().catch(() => undefined)
      else connection.stream.destroy()
    }
  }
  return {
    archive: archive(),
    async finish() {
      const [start] = (await results) as { rows: { recptr: string; tli: number | string }[] }[]
      const { recptr, tli } = start?.rows[0] ?? { recptr: '', tli: 0 }
      if (recptr === '' || manifest.length === 0) throw new Error('PostgreSQL sent no complete base backup.')
      const timeline = Number(tli)
      return { timeline, firstSegment: segmentAt(timeline, recptr), manifest: Buffer.concat(manifest) }
    },
  }
}

import type { Logger } from '../observe/log.ts'
import { unseal } from '../config/seal.ts'

/** Another system that sends to the open routes. */
export interface Sender {
  readonly id: number
  readonly secret: string
  /** Maximum number of items per second. */
  readonly rate: number
}

/** Data needed by every request, cached by each process for some seconds. */
export interface KeptReader<Kept> {
  /** Returns the data, at most this many milliseconds old. */
  read(maxAgeMs?: number): Promise<Kept>
}

const usualAgeMs = 5_000

export function keepReading<Kept>(load: () => Promise<Kept>): KeptReader<Kept> {
  let loaded: Promise<Kept> | undefined
  let loadedAt = 0
  return {
    read(maxAgeMs = usualAgeMs) {
      if (!loaded || performance.now() - loadedAt > maxAgeMs) {
        loadedAt = performance.now()
        loaded = load().catch((error: unknown) => {
          loaded = undefined
          throw error
        })
      }
      return loaded
    },
  }
}

type Sealed = Omit<Sender, 'secret'> & { readonly key: string; readonly sealed: Buffer }

/** Decrypts the senders' secrets. Skips senders whose secret was sealed with another server secret. */
export function unsealed<Row extends Sealed>(
  rows: readonly Row[],
  serverSecret: string,
  log: Logger,
): ReadonlyMap<string, Omit<Row, 'key' | 'sealed'> & Sender> {
  const byKey = new Map<string, Omit<Row, 'key' | 'sealed'> & Sender>()
  for (const { key, sealed, ...sender } of rows)
    try {
      byKey.set(key, { ...sender, secret: unseal(serverSecret, sealed) })
    } catch {
      log.warn({ source: sender.id }, 'the secret of a sender was sealed with another server secret')
    }
  return byKey
}

import type { Logger } from '../log.ts'
import { unseal } from '../seal.ts'

/** Another system that sends to the open routes. */
export interface Sender {
  readonly id: number
  readonly secret: string
  /** Items a second. */
  readonly rate: number
}

/** What is looked up for every request and kept by each server process for some seconds. */
export interface KeptReader<Kept> {
  /** As it was at most so many milliseconds ago. */
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

/** Senders by their key; without those whose secret was sealed with another server secret. */
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

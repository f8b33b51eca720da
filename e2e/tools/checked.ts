import type { Page } from '@playwright/test'

/**
 * Remembers by hashes what this worker has checked. A page forgets it with each load, and the journeys of a worker open
 * the same pages hundreds of times. A journey that finds a fault fails, and its retry has a new worker.
 */
const checked = new Set<string>()

export interface Checked {
  /** A hash of 53 bits (cyrb53). */
  readonly hash: (text: string) => string
  readonly has: (text: string) => boolean
  /** Whether the text has not been checked; it counts as checked afterwards. */
  readonly isNew: (text: string) => boolean
  /** The hashes since the last time. */
  readonly take: () => string[]
}

/** Runs in the page. */
function install(known: string): void {
  const hashes = new Set(known.split(' '))
  let added: string[] = []
  const hash = (text: string): string => {
    let one = 0xdeadbeef
    let two = 0x41c6ce57
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      one = Math.imul(one ^ code, 2654435761)
      two = Math.imul(two ^ code, 1597334677)
    }
    one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
    two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
    return (4294967296 * (2097151 & two) + (one >>> 0)).toString(36)
  }
  const isNew = (text: string): boolean => {
    const key = hash(text)
    if (hashes.has(key)) return false
    hashes.add(key)
    added.push(key)
    return true
  }
  const take = (): string[] => {
    const taken = added
    added = []
    return taken
  }
  Reflect.set(globalThis, 'checked', {
    hash,
    isNew,
    has: (text) => hashes.has(hash(text)),
    take,
  } satisfies Checked)
}

/** Gives the page what was checked before it was loaded. */
export async function recall(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'checked' in globalThis)))
    await page.evaluate(install, [...checked].join(' '))
}

/** Keeps what the page has checked: what it took. */
export function remember(taken: readonly string[]): void {
  for (const key of taken) checked.add(key)
}

import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Waits until the service worker controls the page. */
export const keepsPages = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 120_000 })
    .toBe(true)

/** All that the browser stores for the product, as text; keys that cannot be exported are left out. */
export const readStorage = (page: Page): Promise<{ text: string; rows: number }> =>
  page.evaluate(async () => {
    const parts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    let rows = 0
    const textOf = (value: unknown): string =>
      value instanceof CryptoKey
        ? String(value.extractable)
        : value instanceof ArrayBuffer || ArrayBuffer.isView(value)
          ? new TextDecoder('utf-8').decode(value)
          : value !== null && typeof value === 'object'
            ? Object.values(value).map(textOf).join(' ')
            : String(value)
    const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(new Error('storage'))
      })
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''))
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([done(objects.getAllKeys()), done(objects.getAll())])
        if (store !== 'owner') rows += keys.length
        parts.push(textOf(keys), textOf(values))
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        parts.push(request.url)
        if (!request.url.includes('/assets/')) parts.push((await (await cache.match(request))?.text()) ?? '')
      }
    }
    return { text: parts.join('\n'), rows }
  })

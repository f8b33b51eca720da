import type { Call } from '@showroom/contract/kernel/call'
import { createListeners } from './listeners'

/**
 * The device's store for times without a network (docs/decisions/0138-without-a-network.md). Its code loads once the
 * browser is idle or the network is lost; until then this module holds the responses to keep.
 */

export const databaseName = 'showroom-device'

/** Only pages of a service worker keep anything: no other page opens without a network. */
export const hasWorker = (): boolean =>
  'serviceWorker' in navigator && navigator.serviceWorker.controller !== null

export type Asked = Pick<Call, 'path' | 'withoutNetwork'>
type Keep = (call: Asked, request: object, answer: object, token: string) => void

/** Responses of one page, read before the code has loaded. */
const mostEarly = 40
const early: Parameters<Keep>[] = []
let keep: Keep = (...kept) => {
  if (early.length < mostEarly) early.push(kept)
}

/** Keeps a response on the device, if its call permits it. `token` is that of the request. */
export const keepAnswer: Keep = (call, ...kept) => {
  if (call.withoutNetwork && call.withoutNetwork !== 'waits') keep(call, ...kept)
}

/** Sets the function that keeps responses, and returns those read before. */
export function takeAnswers(take: Keep): readonly Parameters<Keep>[] {
  keep = take
  return early.splice(0)
}

const listeners = createListeners()
let age = ''

/** For `useSyncExternalStore`: the age of the kept responses on the page; empty without any. */
export const seenText = {
  subscribe: listeners.subscribe,
  read: (): string => age,
  write: (next: string): void => {
    if (next === age) return
    age = next
    listeners.notify()
  },
}

/** Removes all that the device keeps, when the member signs out or changes the store. */
export const wipeDevice = (): void => void globalThis.indexedDB?.deleteDatabase(databaseName)

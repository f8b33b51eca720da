import { useSyncExternalStore } from 'react'
import { nowSeconds } from '../../api/clock'
import { createListeners } from '../../api/listeners'
import { inTab } from '../../api/storage'

/** Calls that 拨打 gives to the telephone, and the form that waits for the return. The number goes to `tel:` only. */

/** The record that was called. */
export interface Called {
  readonly userId: number
  readonly userType: number
}
interface PlacedCall extends Called {
  /** Epoch seconds. */
  readonly at: number
}

/** A later return opens no form. */
const returnSeconds = 2 * 3600
/** Phones discard a page behind a call: id and time outlive it. */
const storage = inTab('call')
const listeners = createListeners()
// source-disable-next-line roomState -- the id and time of a call, which the tab keeps anyway
let latest = readKept()
// source-disable-next-line roomState -- a function, for its own page only
let opener: { readonly open: () => void; readonly page: string } | undefined

/** Whether the document began with a call from before: the telephone had discarded its page. */
export const wasDiscarded = latest !== undefined

/** Starts the call. On return `open` opens the form, by default on the record's own page. */
export function placeCall(record: Called, phone: string, open?: () => void): void {
  latest = { ...record, at: nowSeconds() }
  opener = open && { open, page: location.href }
  storage.write(JSON.stringify(latest))
  listeners.notify()
  location.href = `tel:${phone.replaceAll(/[\s-]/g, '')}`
}

/** Returns the call once after the return, with what opens its form if its page is still the same. */
export function takeCall(): { readonly record: Called; readonly open: (() => void) | undefined } | undefined {
  const call = readKept()
  storage.remove()
  if (!call) return undefined
  return { record: call, open: opener?.page === location.href ? opener.open : undefined }
}

/** The time of the last call to this record; undefined once its form was saved. */
export const useCallTime = ({ userId, userType }: Called): number | undefined =>
  useSyncExternalStore(listeners.subscribe, () =>
    latest?.userId === userId && latest.userType === userType ? latest.at : undefined,
  )

export function forgetCall(): void {
  latest = undefined
  listeners.notify()
}

function readKept(): PlacedCall | undefined {
  const call = JSON.parse(storage.read() ?? 'null') as PlacedCall | null
  return call && nowSeconds() - call.at <= returnSeconds ? call : undefined
}

import type { QueryClient } from '@tanstack/react-query'
import { createListeners } from '../api/listeners'
import { notice } from '../ui/notice'
import { onSessionGone } from '../api/client'
import { hasWorker } from '../api/device'
import { fetchDevice } from '../api/device/fetch'
import { endSession } from './session'
import { hasUnsaved } from '../ui/unsaved'

/**
 * Handles an expired session on the open page. With unsaved input the person signs in again over the page, and every
 * waiting call is repeated with its idempotency key; otherwise the sign-in page opens.
 */
let waiting: Promise<boolean> | undefined
let settle: ((again: boolean) => void) | undefined
const listeners = createListeners()

/** The dialog over the page: open while calls wait for it. */
export const reloginStore = {
  subscribe: listeners.subscribe,
  isOpen: (): boolean => waiting !== undefined,
  /** Ends the wait: true sends the calls again, false lets them fail. */
  close: (again: boolean): void => {
    settle?.(again)
    waiting = undefined
    settle = undefined
    listeners.notify()
  },
}

/** All calls that meet an expired session share one dialog. */
function askAgain(): Promise<boolean> {
  waiting ??= new Promise((resolve) => {
    settle = resolve
  })
  listeners.notify()
  return waiting
}

interface Door {
  isAtLogin(): boolean
  toLogin(): Promise<void>
}

export function installSessionGone(client: QueryClient, door: Door): void {
  let leaving: Promise<void> | undefined
  onSessionGone(async (detail) => {
    // Also behind a form that stays open: a frozen member reads nothing more. Waiting mutations stay for the member's next session.
    if (hasWorker()) void fetchDevice().then(({ forgetSeen }) => forgetSeen())
    if (hasUnsaved()) return askAgain()
    // Parallel calls are all refused; the first one handles it for all.
    if (door.isAtLogin()) return false
    leaving ??= leave(detail).finally(() => {
      leaving = undefined
    })
    await leaving
    return false
  })

  async function leave(detail: string): Promise<void> {
    notice.error(detail)
    await endSession(client, () => door.toLogin())
  }
}

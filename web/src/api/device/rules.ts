import { errors } from '@showroom/contract/kernel/errors'

/** Rules of what a device keeps. Times are those of the device, in epoch milliseconds: it has no other without a network. */

const hourMs = 3_600_000
/** Tolerance for a device clock that was set back. */
const slackMs = 300_000

const isOlder = (at: number, now: number, ms: number): boolean => now - at > ms || at - now > slackMs

/** Whether a kept response may no longer be read. */
export const isExpired = (at: number, now: number): boolean => isOlder(at, now, 24 * hourMs)

/** Whether a mutation has waited too long: the server forgets its idempotency key after 24 hours. */
export const isLate = (at: number, now: number): boolean => isOlder(at, now, 23 * hourMs)

export const lateText = '等待超过23小时，没有提交'

/** The reason for which a mutation cannot be sent any more; undefined if it can be tried again. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name === 'Unreachable') return undefined
  const { status, code } = error as Error & { readonly status?: string; readonly code?: number }
  // Signed out, or slowed down.
  if (status === '-100' || code === errors.TOO_MANY.code) return undefined
  // The response has the contacts alone.
  return code === errors.BLOCKED.code ? `${errors.BLOCKED.text}（${error.message}）` : error.message
}

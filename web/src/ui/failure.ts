import type { FieldError } from '@showroom/contract/kernel/errors'
import { unreachableText, unsentText } from '../api/client'

/** What the client throws (api/client.ts), known by its shape: the ui folder imports nothing of the app. */
export interface RefusalShape extends Error {
  readonly name: 'Refusal'
  readonly status: string
  readonly code: number
  readonly errors: readonly FieldError[]
  readonly answer: Readonly<Record<string, unknown>>
  readonly requestId: string
}

/** The server said no, and why. */
export const isRefusal = (error: unknown): error is RefusalShape =>
  error instanceof Error && error.name === 'Refusal' && 'errors' in error

/** No answer at all. */
export const isUnreachable = (error: unknown): error is Error & { readonly requestId: string } =>
  error instanceof Error && error.name === 'Unreachable'

/** The text to show for a call that failed; `refused` stands in for a refusal that brings none. */
export function failureText(error: unknown, refused: string = unreachableText): string {
  if (isRefusal(error)) return error.message || refused
  return isUnreachable(error) ? unreachableText : unsentText
}

/** Where what changed has just been read again, the text need not ask for it. */
export const withoutRefreshHint = ({ message }: RefusalShape): string => message.replace('，请刷新后重试', '')

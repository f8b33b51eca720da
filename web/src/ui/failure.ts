import type { FieldError } from '@showroom/contract/kernel/errors'
import { unreachableText, unsentText } from '../api/client'

/** The client's `Refusal` (api/client.ts), recognised by its shape: the ui folder imports no classes of the app. */
export interface RefusalShape extends Error {
  readonly name: 'Refusal'
  readonly status: string
  readonly code: number
  readonly errors: readonly FieldError[]
  readonly answer: Readonly<Record<string, unknown>>
  readonly requestId: string
}

/** Whether the server refused the request with a reason. */
export const isRefusal = (error: unknown): error is RefusalShape =>
  error instanceof Error && error.name === 'Refusal' && 'errors' in error

/** Whether the request got no regular response: the network, a proxy or the database failed. */
export const isUnreachable = (error: unknown): error is Error & { readonly requestId: string } =>
  error instanceof Error && error.name === 'Unreachable'

/** The text to show for a failed call; `refused` is the fallback for a refusal without a text. */
export function failureText(error: unknown, refused: string = unreachableText): string {
  if (isRefusal(error)) return error.message || refused
  return isUnreachable(error) ? error.message : unsentText
}

/** The refusal's text without its request to refresh, for places where the data has just been refetched. */
export const withoutRefreshHint = ({ message }: Pick<RefusalShape, 'message'>): string =>
  message.replace('，请刷新后重试', '')

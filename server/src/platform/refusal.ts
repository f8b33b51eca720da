import { errors } from '@showroom/contract/kernel/errors'
import type { ErrorCode, FieldError } from '@showroom/contract/kernel/errors'

interface Details {
  /** Instead of the code's own text. */
  readonly text?: string
  readonly fields?: readonly FieldError[]
  /** What goes into the answer beside status, code and detail. */
  readonly answer?: Readonly<Record<string, unknown>>
  /** Seconds; makes the answer an HTTP 429 with Retry-After. */
  readonly retryAfter?: number
}

/** Thrown to refuse a call. The transaction it is thrown in is rolled back: a refused call has changed nothing. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.text ?? errors[code].text)
    this.code = code
    this.details = details
  }

  /** The envelope of the answer. */
  toAnswer(): Record<string, unknown> {
    const status = this.code === 'SESSION_GONE' ? '-100' : this.code === 'BLOCKED' ? '-2' : '-1'
    return {
      status,
      code: errors[this.code].code,
      detail: this.message,
      ...(this.details.fields && { errors: this.details.fields }),
      ...this.details.answer,
    }
  }
}

/** Refuses one field of the request. */
export const refuseField = (code: ErrorCode, path: string, text: string): Refusal =>
  new Refusal(code, { text, fields: [{ path, text }] })

import { errors, tipCodes } from '@showroom/contract/kernel/errors'
import type { ErrorCode, FieldError, LimitCode } from '@showroom/contract/kernel/errors'

interface Details {
  /** Replaces the code's own text. */
  readonly text?: string
  readonly fields?: readonly FieldError[]
  /** Further fields of the response. */
  readonly answer?: Readonly<Record<string, unknown>>
}

/** Details of a limit's refusal: the response is HTTP 429 with these seconds as `Retry-After`. */
interface LimitDetails extends Details {
  readonly retryAfter: number
}

export type OtherCode = Exclude<ErrorCode, LimitCode>

/** Thrown to refuse a call. The call's transaction is rolled back, so a refused call changes nothing. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly details: Details & Partial<LimitDetails>

  constructor(code: LimitCode, details: LimitDetails)
  constructor(code: OtherCode, details?: Details)
  constructor(code: ErrorCode, details: Details & Partial<LimitDetails> = {}) {
    super(details.text ?? errors[code].text)
    this.code = code
    this.details = details
  }

  /** Builds the envelope of the response. */
  toAnswer(): Record<string, unknown> {
    const status = this.code === 'SESSION_GONE' ? '-100' : tipCodes.includes(this.code) ? '-2' : '-1'
    return {
      status,
      code: errors[this.code].code,
      detail: this.message,
      ...(this.details.fields && { errors: this.details.fields }),
      ...this.details.answer,
    }
  }
}

/** Refuses if there are problems, with the first text of each field. */
export function refuseAll(fields: readonly FieldError[], code: OtherCode = 'INVALID'): void {
  const problems = fields.filter(({ path }, at) => fields.findIndex((other) => other.path === path) === at)
  if (problems.length > 0) throw new Refusal(code, { text: problems[0]?.text, fields: problems })
}

/** Creates a refusal for one field of the request. */
export const refuseField = (code: OtherCode, path: string, text: string): Refusal =>
  new Refusal(code, { text, fields: [{ path, text }] })

import { randomInt } from 'node:crypto'
import { keyedHash } from '../seal.ts'

/** SMS codes: six digits, good for one number and purpose. The database holds hashes of them, which without the server's secret say nothing. */

export interface SmsCode {
  readonly mobile: string
  readonly purpose: string
  readonly code: string
}

export const newSmsCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Of number and purpose too, so that equal codes are not seen to be equal. */
export const hashSmsCode = (serverSecret: string, { mobile, purpose, code }: SmsCode): Buffer =>
  keyedHash(serverSecret, `${mobile} ${purpose} ${code}`, 'SMS codes')

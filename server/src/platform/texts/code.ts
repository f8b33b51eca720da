import { randomInt } from 'node:crypto'
import { keyedHash } from '../config/seal.ts'

/** SMS codes: six digits for one number and purpose. The database stores hashes that reveal nothing without the server's secret. */

export interface SmsCode {
  readonly mobile: string
  readonly purpose: string
  readonly code: string
}

export const newSmsCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** The hash includes number and purpose, so that equal codes have different hashes. */
export const hashSmsCode = (serverSecret: string, { mobile, purpose, code }: SmsCode): Buffer =>
  keyedHash(serverSecret, `${mobile} ${purpose} ${code}`, 'SMS codes')

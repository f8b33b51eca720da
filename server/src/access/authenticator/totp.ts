import { randomInt, timingSafeEqual } from 'node:crypto'
import { recoveryLength } from '@showroom/contract/access/access.schema'
import { Secret, TOTP } from 'otpauth'
import { keyedHash } from '../../platform/config/seal.ts'

/** One-time codes of an authenticator (RFC 6238: SHA-1, 30 seconds, 6 digits), and recovery codes in place of them. */

/** Steps before and after the present one whose codes are accepted. */
const skew = 1
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20
const recoveryCodes = 10
/** Crockford's base32, without letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new secret in base32. */
export const newSecret = (): string => new Secret({ size: secretBytes }).base32

/** The address that an authenticator app reads from the QR code. */
export const uriOf = (secret: string, label: string): string =>
  new TOTP({ issuer: '展厅', label, secret: Secret.fromBase32(secret) }).toString()

/** The time step of a code, undefined for a wrong one. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: skew })
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta
}

/** New recovery codes of 50 bits, as they are typed. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodes }, () =>
    Array.from({ length: recoveryLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
  )

/** In two groups. */
export const showRecoveryCode = (code: string): string =>
  `${code.slice(0, recoveryLength / 2)}-${code.slice(recoveryLength / 2)}`

/** Keyed by the authenticator's secret, which is sealed itself. */
export const hashRecoveryCode = (secret: string, code: string): Buffer =>
  keyedHash(secret, code.replaceAll('O', '0').replaceAll(/[IL]/g, '1'), 'recovery codes')

/** The hash of a typed recovery code, if it is one of these. */
export function findRecovery(secret: string, code: string, hashes: readonly Buffer[]): Buffer | undefined {
  const hash = hashRecoveryCode(secret, code)
  return hashes.find((one) => timingSafeEqual(one, hash))
}

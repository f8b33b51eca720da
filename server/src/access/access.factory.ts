import { Secret, TOTP } from 'otpauth'
import { seal } from '../platform/config/seal.ts'
import type { Database } from '../platform/db/client.ts'
import { hashRecoveryCode, newRecoveryCodes, newSecret } from './authenticator/totp.ts'

let count = 0

/** Binds an account to a member of a company at WeCom, for tests. Returns the WeCom userid. */
export async function buildWecomBinding(
  db: Database,
  accountId: number,
  { corpId = 'demo', userId = `user-${process.pid}-${(count += 1)}` } = {},
): Promise<string> {
  const row = { account_id: accountId, corp_id: corpId, user_id: userId, bound_at: new Date() }
  await db.insertInto('wecom_binding').values(row).execute()
  return userId
}

/** Enrols an account in an authenticator, for tests. Returns its secret and recovery codes. */
export async function buildAuthenticator(
  db: Database,
  accountId: number,
  { serverSecret, secret = newSecret() }: { readonly serverSecret: string; readonly secret?: string },
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const recoveryCodes = newRecoveryCodes()
  const row = {
    sealed_secret: seal(serverSecret, secret, 'authenticators'),
    enrolled_at: new Date(),
    recovery_hashes: recoveryCodes.map((code) => hashRecoveryCode(secret, code)),
  }
  await db
    .insertInto('authenticator')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
  return { secret, recoveryCodes }
}

/** The code that an authenticator shows, `steps` of 30 seconds from now. */
export const codeOf = (secret: string, now: Date, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now.getTime() + steps * 30_000 })

import { cpus } from 'node:os'
import { rooms } from '@showroom/contract'
import { hashPassword, passwordMatches, sha256Hex } from '../server/src/access/password/password.ts'
import { hashSmsCode } from '../server/src/platform/texts/code.ts'
import { demoPassword } from '../server/src/seed/network.ts'
import { ask } from './database.ts'
import type { Request } from './load.ts'

/** Sign-in: one Argon2 verification and little else, so its ceiling is how many of those the cores can do. */

const code = '314159'
const password = sha256Hex(demoPassword)

/**
 * Renews every account's code again and again, because each sign-in uses one up. Returns the function that stops it.
 */
export async function keepCodes(url: string, fileSecret: string): Promise<() => void> {
  const accounts = await ask<{ mobile: string }>(url, 'select mobile from account')
  const mobiles = accounts.map(({ mobile }) => mobile)
  const hashes = mobiles.map((mobile) => hashSmsCode(fileSecret, { mobile, purpose: 'login', code }))
  const setCodes = () =>
    ask(
      url,
      `insert into sms_code (mobile, purpose, code_hash, sent_at)
       select mobile, 'login', hash, now() from unnest($1::text[], $2::bytea[]) as made (mobile, hash)
       on conflict (mobile, purpose) do update set code_hash = excluded.code_hash, sent_at = excluded.sent_at, wrong_tries = 0`,
      [mobiles, hashes],
    )
  // Without SMS only accounts with an authenticator sign in; the secret is not opened for such a code.
  await ask(
    url,
    `insert into authenticator (account_id, sealed_secret, enrolled_at) select id, '', now() from account on conflict do nothing`,
  )
  await setCodes()
  const timer = setInterval(() => void setCodes().catch(() => undefined), 250)
  return () => clearInterval(timer)
}

/** A sign-in of every account, each from its own address: sign-ins are limited per address. */
export async function loginRequests(url: string): Promise<Request[]> {
  const accounts = await ask<{ mobile: string }>(
    url,
    `select mobile from account where mobile like '170%' order by random()`,
  )
  return accounts.map(({ mobile }, at) => ({
    path: rooms.access.loginWithSmsCode.path,
    headers: { 'x-forwarded-for': `10.1.${at >> 8}.${at & 255}` },
    body: JSON.stringify({ mobile, password, smsCode: code, device: 'bench' }),
  }))
}

/** Argon2 verifications a second on all cores, with no other work. */
export async function measureArgon2(seconds: number): Promise<number> {
  const stored = await hashPassword(password)
  const started = performance.now()
  const ends = started + seconds * 1000
  let done = 0
  const verify = async (): Promise<void> => {
    while (performance.now() < ends) {
      await passwordMatches(stored, password)
      done += 1
    }
  }
  await Promise.all(cpus().map(verify))
  return done / ((performance.now() - started) / 1000)
}

import { rooms } from '@showroom/contract'
import { hashPassword, sha256Hex } from '../src/access/password/password.ts'
import type { TestApp } from './app.ts'

/** Signs in as a person does in demo mode: reads the captcha and the SMS code from the page. */

export const password = 'Tests#2026x'
export const clientHash = sha256Hex(password)
/** The stored hash: made once, because it costs 50 ms. */
export const storedHash = await hashPassword(clientHash)

let count = 0
const nextId = (): string => `page-${(count += 1)}`

type Purpose = 'login' | 'password' | 'bind'

export async function askSmsCode(app: TestApp, mobile: string, purpose: Purpose = 'login') {
  const uniqueId = nextId()
  const { demoAnswer: answer } = await app.post(rooms.access.captcha, '', { uniqueId })
  return app.post(rooms.access.getSmsCode, '', { mobile, answer, uniqueId, purpose })
}

/** Requests a code and returns it. */
export async function getSmsCode(app: TestApp, mobile: string, purpose: Purpose = 'login'): Promise<string> {
  const sent = await askSmsCode(app, mobile, purpose)
  if (!sent.demoCode) throw new Error(`no code: ${sent.text}`)
  return sent.demoCode
}

export async function signIn(app: TestApp, mobile: string, typed: string = password) {
  const smsCode = await getSmsCode(app, mobile)
  return app.post(rooms.access.loginWithSmsCode, '', { mobile, password: sha256Hex(typed), smsCode })
}

/**
 * Milliseconds that a sign-in may take beside a failing service: two seconds, and several times what one takes now,
 * because a busy machine hashes slowly.
 */
export async function signInLimit(app: TestApp, mobile: string): Promise<number> {
  const started = performance.now()
  await signIn(app, mobile)
  return 2_000 + 4 * (performance.now() - started)
}

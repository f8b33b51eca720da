import type { Context } from '../../platform/http/handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import { getPasswordHash } from '../account/account.repository.ts'
import { passwordMatches } from './password.ts'

const tries = { most: 10, windowSeconds: 15 * 60 }

export const oldPasswordWrong = (): Refusal =>
  new Refusal('OLD_PASSWORD_WRONG', { fields: [{ path: 'oldPassword', text: '旧密码错误' }] })

/**
 * Refuses a wrong password of the caller, and further tries after ten within 15 minutes. Returns the stored hash that
 * it compared with.
 */
export async function checkOwnPassword(context: Context, oldPassword: string): Promise<string> {
  const { session, limits } = context
  const subject = `password:${session.accountId}`
  await limits.refuseSpent(subject, tries)
  const hash = await getPasswordHash(context.db, session.accountId)
  if (await passwordMatches(hash, oldPassword)) return hash
  await limits.hit(subject, tries.windowSeconds)
  throw oldPasswordWrong()
}

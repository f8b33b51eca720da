import type { LoginAnswer } from '@showroom/contract/access/access.schema'
import { errors } from '@showroom/contract/kernel/errors'
import { writeAudit } from '../../platform/auditing/audit.ts'
import { transact } from '../../platform/db/client.ts'
import type { Executor } from '../../platform/db/client.ts'
import type { Context, PublicContext } from '../../platform/http/handler.ts'
import { hashSmsCode, newSmsCode } from '../../platform/texts/code.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import * as accounts from '../account/account.repository.ts'
import type { AccessDeps } from '../access.deps.ts'
import { originOf } from './browser.service.ts'
import { enter, openSession, withSite } from './enter.service.ts'
import { hashPassword, isCommonPassword, passwordMatches } from '../password/password.ts'
import * as sessions from '../session/session.repository.ts'
import { smsCodeMatches, smsWrong, useSmsCode } from './sms.service.ts'

/**
 * Limit on wrong passwords: from the 10th within 15 minutes the wait doubles each time, up to 10 minutes. Accounts are never locked for
 * good.
 */
const wrongWindowSeconds = 15 * 60
const freeTries = 10
const longestWaitSeconds = 600

/** Signs in with mobile, password and SMS code. Known and unknown numbers get the same refusals in the same time. */
export async function signIn(
  context: PublicContext,
  deps: Pick<AccessDeps, 'gray' | 'sso' | 'secret'>,
  login: { mobile: string; password: string; smsCode: string; device: string },
): Promise<LoginAnswer> {
  const origin = await originOf(context, login.mobile)
  const subject = `login:${login.mobile}${origin}`
  const wait = await context.limits.blockedSeconds(subject)
  if (wait > 0)
    throw new Refusal('LOGIN_SLOWED', { text: `登录尝试过多，请${wait}秒后再试`, retryAfter: wait })
  const typed = { mobile: login.mobile, purpose: `login${origin}`, code: login.smsCode }
  const codeRight = await smsCodeMatches(context, deps, typed)
  const account = await accounts.findAccount(context.db, login.mobile)
  const passwordRight = await passwordMatches(account?.password_hash, login.password)
  if (!codeRight || !passwordRight || !account) {
    await countWrong(context, subject)
    if (!codeRight) throw smsWrong()
    throw loginFailed()
  }
  // Checked only after the password, so that strangers cannot find out which numbers may bypass single sign-on.
  if (deps.sso?.only && !deps.sso.isBreakGlass(login.mobile)) throw new Refusal('SSO_ONLY')
  const entry = { accountId: account.id, device: login.device, way: 'account' } as const
  const answer = await enter(context, deps, entry, async (trx) => {
    // Another request may have changed the password meanwhile, which ends all sessions.
    if ((await accounts.holdPassword(trx, account.id)) !== account.password_hash) throw loginFailed()
    await useSmsCode(trx, deps, typed)
  })
  await context.limits.clear(subject)
  return answer
}

const loginFailed = (): Refusal => new Refusal('LOGIN_FAILED', { text: '手机号或密码错误，请检查！' })

async function countWrong(context: PublicContext, subject: string): Promise<void> {
  const wrong = await context.limits.hit(subject, wrongWindowSeconds)
  if (wrong >= freeTries)
    await context.limits.block(subject, Math.min(longestWaitSeconds, 5 * 2 ** (wrong - freeTries)))
}

/**
 * Continues the session in another store of the same person. The old token is deleted, so of several concurrent switches one succeeds and
 * the others get SESSION_GONE. The new session keeps the original expiry.
 */
export async function switchDealer(
  context: Context,
  { gray }: Pick<AccessDeps, 'gray'>,
  to: { dealerId: number; device: string },
): Promise<LoginAnswer> {
  const { db, session } = context
  const memberships = await accounts.listMemberships(db, session.accountId)
  const membership = memberships.find((one) => one.dealer_id === to.dealerId && one.status === 0)
  if (!membership) throw new Refusal('NOT_FOUND')
  if (sessions.isClosedTo(membership)) throw new Refusal('STORE_CLOSED')
  if (sessions.isKeptOut(membership)) throw new Refusal('LOGIN_PC_FORBIDDEN')
  const site = gray?.siteOf(membership.dealer_code)
  const answer = await transact(db, async (trx) => {
    // A new password ends all sessions. The lock prevents opening one while a password is being set.
    await accounts.holdPassword(trx, session.accountId)
    const ended = await sessions.deleteSession(trx, session.tokenHash)
    if (!ended) throw new Refusal('SESSION_GONE')
    const entry = { accountId: session.accountId, membership, device: to.device, ...ended }
    return openSession(trx, context, entry)
  })
  context.sessionsChanged()
  return withSite(answer, await site)
}

const passwordWeak = (): Refusal => refuseField('PASSWORD_WEAK', 'newPassword', errors.PASSWORD_WEAK.text)

/** Sets a new password by SMS code and ends all sessions of the person. Returns a code for the sign-in that follows. */
export async function resetPassword(
  context: PublicContext,
  deps: Pick<AccessDeps, 'secret'>,
  reset: { mobile: string; smsCode: string; newPassword: string },
): Promise<{ smsCode: string }> {
  if (isCommonPassword(reset.newPassword)) throw passwordWeak()
  const origin = await originOf(context, reset.mobile)
  const purpose = `password${origin}`
  const typed = { mobile: reset.mobile, purpose, code: reset.smsCode }
  if (!(await smsCodeMatches(context, deps, typed))) throw smsWrong()
  const account = await accounts.findAccount(context.db, reset.mobile)
  await useSmsCode(context.db, deps, typed)
  const hash = await hashPassword(reset.newPassword)
  if (!account) throw smsWrong()
  const login = { mobile: reset.mobile, purpose: `login${origin}`, code: newSmsCode() }
  await transact(context.db, async (trx) => {
    await setPassword(trx, context, account.id, hash)
    const { mobile, purpose: loginPurpose } = login
    const codeHash = hashSmsCode(deps.secret, login)
    await accounts.upsertSmsCode(trx, { mobile, purpose: loginPurpose, codeHash, sentAt: context.now })
  })
  return { smsCode: login.code }
}

/** Changes the caller's password and ends their other sessions. */
export async function changePassword(
  context: Context,
  change: { oldPassword: string; newPassword: string },
): Promise<void> {
  const { session, limits } = context
  const subject = `password:${session.accountId}`
  await limits.refuseSpent(subject, { most: freeTries, windowSeconds: wrongWindowSeconds })
  const stored = await accounts.getPasswordHash(context.db, session.accountId)
  if (!(await passwordMatches(stored, change.oldPassword))) {
    await limits.hit(subject, wrongWindowSeconds)
    throw new Refusal('OLD_PASSWORD_WRONG', { fields: [{ path: 'oldPassword', text: '旧密码错误' }] })
  }
  if (isCommonPassword(change.newPassword)) throw passwordWeak()
  const hash = await hashPassword(change.newPassword)
  await setPassword(context.db, context, session.accountId, hash, session.tokenHash)
}

async function setPassword(
  db: Executor,
  meta: { now: Date; ip: string; sessionsChanged(): void },
  accountId: number,
  hash: string,
  keep?: Buffer,
): Promise<void> {
  await accounts.setPasswordHash(db, accountId, hash)
  await sessions.deleteSessionsOf(db, accountId, keep)
  meta.sessionsChanged()
  const [membership] = await accounts.listMemberships(db, accountId)
  if (membership)
    await writeAudit(db, {
      dealerId: membership.dealer_id,
      memberId: membership.member_id,
      accountId,
      action: 'password-change',
      ip: meta.ip,
      at: meta.now,
    })
}

/** Ends the session and returns how it was opened. */
export async function signOut(db: Executor, context: Context): Promise<sessions.Way | undefined> {
  const { session } = context
  const ended = await sessions.deleteSession(db, session.tokenHash)
  context.sessionsChanged()
  await writeAudit(db, {
    dealerId: session.dealerId,
    memberId: session.memberId,
    accountId: session.accountId,
    action: 'sign-out',
    ip: context.ip,
    at: context.now,
  })
  return ended?.way
}

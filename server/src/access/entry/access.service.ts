import type { Enrolment, LoginAnswer } from '@showroom/contract/access/access.schema'
import { errors } from '@showroom/contract/kernel/errors'
import { writeAudit } from '../../platform/auditing/audit.ts'
import { transact } from '../../platform/db/client.ts'
import type { Executor } from '../../platform/db/client.ts'
import type { Context, PublicContext } from '../../platform/http/handler.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { endDeviceOf } from '../../platform/webpush/device.repository.ts'
import * as accounts from '../account/account.repository.ts'
import { auditAccount } from '../account/audit.service.ts'
import type { AccessDeps } from '../access.deps.ts'
import { findEnrolled, withdrawOffer } from '../authenticator/authenticator.repository.ts'
import { offer } from '../authenticator/authenticator.service.ts'
import { originOf } from './browser.service.ts'
import { enter, openSession, withSite } from './enter.service.ts'
import { hashPassword, passwordMatches } from '../password/password.ts'
import { checkOwnPassword, oldPasswordWrong } from '../password/own.service.ts'
import * as sessions from '../session/session.repository.ts'
import { codeWrong, proveCode } from './proof.service.ts'
import { keepLoginCode } from './sms.service.ts'

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
  deps: Pick<AccessDeps, 'gray' | 'sso' | 'secret' | 'texts'>,
  login: { mobile: string; password: string; smsCode: string; device: string },
): Promise<LoginAnswer> {
  const origin = await originOf(context, login.mobile)
  const subject = `login:${login.mobile}${origin}`
  const wait = await context.limits.blockedSeconds(subject)
  if (wait > 0)
    throw new Refusal('LOGIN_SLOWED', { text: `登录尝试过多，请${wait}秒后再试`, retryAfter: wait })
  const typed = { mobile: login.mobile, purpose: 'login', origin, code: login.smsCode } as const
  const proof = await proveCode(context, deps, typed)
  const account = await accounts.findAccount(context.db, login.mobile)
  const passwordRight = await passwordMatches(account?.password_hash, login.password)
  if (!proof || !passwordRight || !account) {
    await countWrong(context, subject)
    if (!proof) throw codeWrong(deps, 'login')
    throw loginFailed()
  }
  // Checked only after the password, so that strangers cannot find out which numbers may bypass single sign-on.
  if (deps.sso?.only && !deps.sso.isBreakGlass(login.mobile)) throw new Refusal('SSO_ONLY')
  const entry = { accountId: account.id, device: login.device, way: 'account' } as const
  const answer = await enter(context, deps, entry, async (trx) => {
    // Another request may have changed the password meanwhile, which ends all sessions.
    if ((await accounts.holdPassword(trx, account.id)) !== account.password_hash) throw loginFailed()
    await proof.spend(trx)
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

/**
 * Sets a new password by a code and ends all sessions of the person. Returns a code for the sign-in that follows, or the enrolment that
 * comes before it.
 */
export async function resetPassword(
  context: PublicContext,
  deps: Pick<AccessDeps, 'secret' | 'texts'>,
  reset: { mobile: string; smsCode: string; newPassword: string },
): Promise<{ smsCode: string; enrolment?: Enrolment }> {
  await refuseCommon(reset.newPassword)
  const origin = await originOf(context, reset.mobile)
  const { mobile } = reset
  const proof = await proveCode(context, deps, { mobile, purpose: 'password', origin, code: reset.smsCode })
  if (!proof) throw codeWrong(deps, 'password')
  const account = await accounts.findAccount(context.db, mobile)
  await proof.spend(context.db)
  const hash = await hashPassword(reset.newPassword)
  if (!account) throw codeWrong(deps, 'password')
  return transact(context.db, async (trx) => {
    await setPassword(trx, context, account.id, hash)
    if (!deps.texts.sendsCodes && !(await findEnrolled(trx, account.id)))
      return { smsCode: '', enrolment: await offer(trx, context, deps, { accountId: account.id }) }
    return { smsCode: await keepLoginCode(trx, context, deps, { mobile, origin }) }
  })
}

/** Changes the caller's password and ends their other sessions. */
export async function changePassword(
  context: Context,
  change: { oldPassword: string; newPassword: string },
): Promise<void> {
  const { session } = context
  const former = await checkOwnPassword(context, change.oldPassword)
  await refuseCommon(change.newPassword)
  const hash = await hashPassword(change.newPassword)
  await setPassword(context.db, context, session.accountId, hash, { former, keeps: session.tokenHash })
}

/** The common passwords are computed with the first check: no command needs them at its start. */
async function refuseCommon(clientHash: string): Promise<void> {
  const { isCommonPassword } = await import('../password/common.ts')
  if (isCommonPassword(clientHash)) throw passwordWeak()
}

async function setPassword(
  db: Executor,
  meta: { now: Date; ip: string; sessionsChanged(): void },
  accountId: number,
  hash: string,
  { former, keeps }: { readonly former?: string; readonly keeps?: Buffer } = {},
): Promise<void> {
  if (!(await accounts.setPasswordHash(db, accountId, hash, former))) throw oldPasswordWrong()
  await withdrawOffer(db, accountId)
  await sessions.deleteSessionsOf(db, accountId, keeps)
  meta.sessionsChanged()
  await auditAccount(db, meta, accountId, 'password-change')
}

/** Ends the session, with the messages to its browser, and returns how it was opened. */
export async function signOut(db: Executor, context: Context): Promise<sessions.Way | undefined> {
  const { session } = context
  const ended = await sessions.deleteSession(db, session.tokenHash)
  await endDeviceOf(db, session.tokenHash)
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

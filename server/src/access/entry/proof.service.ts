import type { Executor } from '../../platform/db/client.ts'
import type { PublicContext } from '../../platform/http/handler.ts'
import type { Limit } from '../../platform/limits/limits.ts'
import { refuseField } from '../../platform/refusal.ts'
import type { Refusal } from '../../platform/refusal.ts'
import { unseal } from '../../platform/config/seal.ts'
import type { AccessDeps } from '../access.deps.ts'
import * as repository from '../authenticator/authenticator.repository.ts'
import { findRecovery, newSecret, stepOf } from '../authenticator/totp.ts'
import { auditAccount } from '../account/audit.service.ts'
import { smsCodeMatches, useSmsCode } from './sms.service.ts'
import type { Origin } from './browser.service.ts'

/**
 * The code that each call with `smsCode` requires (docs/decisions/0135-authenticators.md): one sent by SMS, or of an authenticator where
 * the installation sends none.
 */
export interface Typed {
  readonly mobile: string
  readonly purpose: 'login' | 'password' | 'bind' | 'renew'
  readonly origin: Origin
  readonly code: string
}

/** A right code. */
export interface Proof {
  /** Uses the code up. Refuses if a parallel request already did. */
  spend(db: Executor): Promise<void>
}

type Deps = Pick<AccessDeps, 'texts' | 'secret'>
type Meta = Pick<PublicContext, 'limits' | 'now' | 'ip'> & { readonly db: Executor }

/** A member who renews the authenticator needs a code of it, wherever others come from. */
const isSent = ({ texts }: Deps, purpose: Typed['purpose']): boolean =>
  texts.sendsCodes && purpose !== 'renew'

/** As of SMS codes, of which ten a day take five tries each. */
const limits: readonly Limit[] = [
  { most: 5, windowSeconds: 5 * 60, text: (seconds) => `验证码错误次数过多，请${seconds}秒后再试` },
  { most: 50, windowSeconds: 24 * 3_600, text: () => '今日验证码错误次数过多，请明天再试，或联系管理员' },
]

/** Returns the proof of a right code. It is not used up yet: the caller spends it in the transaction of what it permits. */
export async function proveCode(context: Meta, deps: Deps, typed: Typed): Promise<Proof | undefined> {
  if (isSent(deps, typed.purpose)) return proveSent(context, deps, typed)
  const subjects = limits.map(
    (limit) => [`code-${limit.most}-${typed.purpose}:${typed.mobile}${typed.origin}`, limit] as const,
  )
  // Counts before the comparison, so that parallel guesses cannot all pass.
  for (const [subject, limit] of subjects) await context.limits.spend(subject, limit)
  const proof = await proveUnsent(context, deps, typed)
  if (proof)
    for (const [subject, { windowSeconds }] of subjects) await context.limits.hit(subject, windowSeconds, -1)
  return proof
}

/** The refusal of a wrong code. It does not depend on the account. */
export function codeWrong(deps: Deps, purpose: Typed['purpose']): Refusal {
  const text = isSent(deps, purpose)
    ? '验证码错误或已失效，请重新获取'
    : purpose === 'password'
      ? '恢复码错误或已使用'
      : '验证码错误或已使用，请输入验证器显示的下一个'
  return refuseField('SMS_WRONG', 'smsCode', text)
}

async function proveSent(context: Meta, deps: Deps, typed: Typed): Promise<Proof | undefined> {
  const { mobile, purpose, origin, code } = typed
  const sent = { mobile, purpose: `${purpose}${origin}`, code }
  return (await smsCodeMatches(context, deps, sent))
    ? {
        async spend(db) {
          if (!(await useSmsCode(db, deps, sent))) throw codeWrong(deps, purpose)
        },
      }
    : undefined
}

/** Compared with for an account without an authenticator, so that it takes the same time. */
const noSecret = newSecret()

/**
 * Without SMS: the code of an invitation, or of the password just set, then that of the authenticator. An account without one cannot sign
 * in, and a password is forgotten by a recovery code alone: the authenticator would otherwise be the only factor.
 */
async function proveUnsent(context: Meta, deps: Deps, typed: Typed): Promise<Proof | undefined> {
  const { code, purpose } = typed
  const authenticator = await repository.findAuthenticator(context.db, typed.mobile)
  const given = await proveSent(context, deps, typed)
  if (given && (authenticator || purpose === 'password')) return given
  const secret = authenticator ? unseal(deps.secret, authenticator.sealed, 'authenticators') : noSecret
  const step = stepOf(secret, code, context.now)
  const recovery = findRecovery(secret, code, authenticator?.recoveryHashes ?? [])
  if (!authenticator) return undefined
  if (recovery)
    return {
      async spend(db) {
        if (!(await repository.spendRecovery(db, authenticator, recovery))) throw codeWrong(deps, purpose)
        await auditAccount(db, context, authenticator.accountId, 'recovery-use')
      },
    }
  if (step === undefined || step <= authenticator.lastStep || purpose === 'password') return undefined
  return {
    async spend(db) {
      if (!(await repository.spendStep(db, authenticator, step))) throw codeWrong(deps, purpose)
    },
  }
}

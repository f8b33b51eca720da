import { createHash, randomBytes } from 'node:crypto'
import type { Enrolment } from '@showroom/contract/access/access.schema'
import { audit } from '../../platform/auditing/audit.ts'
import { later } from '../../platform/clock.ts'
import { seal, unseal } from '../../platform/config/seal.ts'
import { transact } from '../../platform/db/client.ts'
import type { Executor } from '../../platform/db/client.ts'
import type { Context, PublicContext } from '../../platform/http/handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import { getLabel, getMobile } from '../account/account.repository.ts'
import { auditAccount } from '../account/audit.service.ts'
import { keepLoginCode } from '../entry/sms.service.ts'
import { originOf } from '../entry/browser.service.ts'
import { codeWrong, proveCode } from '../entry/proof.service.ts'
import { checkOwnPassword } from '../password/own.service.ts'
import { deleteSessionsOf } from '../session/session.repository.ts'
import type { AccessDeps } from '../access.deps.ts'
import * as repository from './authenticator.repository.ts'
import { hashRecoveryCode, newRecoveryCodes, newSecret, showRecoveryCode, stepOf, uriOf } from './totp.ts'

/**
 * Enrols authenticators, where the installation sends no SMS (docs/decisions/0135-authenticators.md): after the first password, and when a
 * member changes theirs.
 */

const offerLiveSeconds = 30 * 60

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()

/** Makes a secret, which counts from its first code on. */
export async function offer(
  db: Executor,
  { now }: { readonly now: Date },
  { secret: serverSecret }: Pick<AccessDeps, 'secret'>,
  { accountId, keptSession }: Pick<repository.Offer, 'accountId' | 'keptSession'>,
): Promise<Enrolment> {
  const secret = newSecret()
  const ticket = randomBytes(24).toString('base64url')
  const sealed = seal(serverSecret, secret, 'authenticators')
  await repository.offerSecret(db, { accountId, sealed, ticketHash: hashOf(ticket), keptSession }, now)
  return { ticket, secret, uri: uriOf(secret, await getLabel(db, accountId)) }
}

/** Recovery codes to show once, with their hashes. */
function makeRecovery(secret: string) {
  const codes = newRecoveryCodes()
  return {
    recoveryCodes: codes.map(showRecoveryCode),
    recoveryHashes: codes.map((code) => hashRecoveryCode(secret, code)),
  }
}

/** Puts an offered secret in use by its first code, and ends the person's other sessions. */
export async function enrol(
  context: PublicContext,
  deps: Pick<AccessDeps, 'texts' | 'secret'>,
  { ticket, smsCode }: { readonly ticket: string; readonly smsCode: string },
): Promise<{ recoveryCodes: string[]; smsCode: string }> {
  const { db, now: at } = context
  const offered = await repository.findOffer(db, hashOf(ticket), later(at, -offerLiveSeconds))
  if (!offered) throw new Refusal('ENROLMENT_OVER')
  const { accountId, keptSession } = offered
  const secret = unseal(deps.secret, offered.sealed, 'authenticators')
  const step = stepOf(secret, smsCode, at)
  if (step === undefined) throw codeWrong(deps, 'login')
  const { recoveryCodes, recoveryHashes } = makeRecovery(secret)
  const mobile = await getMobile(db, accountId)
  const person = { mobile, origin: await originOf(context, mobile) }
  const loginCode = await transact(db, async (trx) => {
    if (!(await repository.enrol(trx, offered, { step, recoveryHashes, at })))
      throw new Refusal('ENROLMENT_OVER')
    await deleteSessionsOf(trx, accountId, keptSession)
    await auditAccount(trx, context, accountId, 'authenticator-enrol')
    return keptSession ? '' : keepLoginCode(trx, context, deps, person)
  })
  context.sessionsChanged()
  return { recoveryCodes, smsCode: loginCode }
}

/** Offers another secret, or makes new recovery codes, by password and a code. */
export async function renew(
  context: Context,
  deps: Pick<AccessDeps, 'texts' | 'secret'>,
  request: {
    readonly oldPassword: string
    readonly smsCode: string
    readonly what: 'authenticator' | 'recoveryCodes'
  },
): Promise<{ enrolment?: Enrolment; recoveryCodes?: string[] }> {
  const { db, session } = context
  const { accountId } = session
  if (!(await repository.findEnrolled(db, accountId))) throw new Refusal('STALE')
  await checkOwnPassword(context, request.oldPassword)
  const mobile = await getMobile(db, accountId)
  const typed = {
    mobile,
    purpose: 'renew',
    origin: await originOf(context, mobile),
    code: request.smsCode,
  } as const
  const proof = await proveCode(context, deps, typed)
  if (!proof) throw codeWrong(deps, 'renew')
  await proof.spend(db)
  if (request.what === 'authenticator')
    return { enrolment: await offer(db, context, deps, { accountId, keptSession: session.tokenHash }) }
  const authenticator = await repository.findAuthenticator(db, mobile)
  if (!authenticator) throw new Refusal('STALE')
  const { recoveryCodes, recoveryHashes } = makeRecovery(
    unseal(deps.secret, authenticator.sealed, 'authenticators'),
  )
  await repository.setRecovery(db, authenticator, recoveryHashes)
  await audit(context, 'recovery-codes', undefined, {})
  return { recoveryCodes }
}

import { cleanNumber } from '@showroom/contract/kernel/clean'
import type { LoginAnswer } from '@showroom/contract/access/access.schema'
import { writeAudit } from '../../platform/auditing/audit.ts'
import type { Executor } from '../../platform/db/client.ts'
import type { PublicContext } from '../../platform/http/handler.ts'
import { OutsideError } from '../../platform/outside/ask.ts'
import { Refusal } from '../../platform/refusal.ts'
import { SsoRefused } from '../../platform/sso/sso.ts'
import type { Sso, SsoPerson } from '../../platform/sso/sso.ts'
import { findAccount } from '../account/account.repository.ts'
import type { AccessDeps } from '../access.deps.ts'
import { keepState, newState, spendState, withReturn } from './door.service.ts'
import type { DoorFacts } from './door.repository.ts'
import * as repository from './door.repository.ts'
import { enter } from '../entry/enter.service.ts'
import type { Entry, Membership } from '../entry/enter.service.ts'

/** Sign-in by single sign-on. Accounts are bound by issuer and subject; the first time they are matched by a verified phone number. */

const away = (): Refusal => new Refusal('SSO_UNAVAILABLE', { text: '单点登录服务暂时无法访问，请稍后再试' })
const unknown = (text: string): Refusal => new Refusal('SSO_UNKNOWN', { text })

/** Starts a sign-in and returns the URL of the provider's page. */
export async function beginSso(
  context: PublicContext,
  { sso, log }: AccessDeps,
  returnTo: string | undefined,
): Promise<string> {
  if (!sso) throw new Refusal('SSO_UNAVAILABLE')
  const state = newState()
  const begun = await sso.begin(state).catch((error: unknown) => {
    if (!(error instanceof OutsideError)) throw error
    log.error({ error: error.message }, 'single sign-on could not start')
    throw away()
  })
  const { url, verifier, nonce } = begun
  await keepState(context, 'sso', state, { verifier, nonce, ...(returnTo && { returnTo }) })
  return url
}

export async function signInBySso(
  context: PublicContext,
  deps: AccessDeps,
  back: { readonly code: string; readonly state: string; readonly iss: string; readonly device: string },
): Promise<LoginAnswer> {
  if (!deps.sso) throw new Refusal('SSO_UNAVAILABLE')
  const state = await spendState(context, 'sso', back.state)
  if (!state) throw new Refusal('SSO_REFUSED', { text: '登录已失效，请重新登录' })
  const person = await finish(deps.sso, deps, back, state)
  const { issuer, subject } = person
  const bound = await repository.findSsoAccount(context.db, issuer, subject)
  const entry: Entry = {
    accountId: bound ?? (await matchByPhone(context, person)),
    device: back.device,
    way: 'sso',
  }
  const bind = (trx: Executor, seat: Membership): Promise<void> =>
    bindPerson(trx, context, person, entry, seat)
  return withReturn(await enter(context, deps, entry, bound === undefined ? bind : undefined), state)
}

async function finish(
  sso: Sso,
  { log }: AccessDeps,
  back: { readonly code: string; readonly state: string; readonly iss: string },
  { verifier = '', nonce = '' }: DoorFacts,
): Promise<SsoPerson> {
  try {
    return await sso.finish(back, { verifier, nonce })
  } catch (error) {
    if (error instanceof SsoRefused) {
      log.warn({ error: error.message }, 'single sign-on was rejected')
      throw new Refusal('SSO_REFUSED')
    }
    if (!(error instanceof OutsideError)) throw error
    log.error({ error: error.message }, 'single sign-on could not be completed')
    throw away()
  }
}

/** Finds the account of a verified phone number. An unverified number proves nothing, so it is refused. */
async function matchByPhone({ db }: PublicContext, { verifiedPhone }: SsoPerson): Promise<number> {
  if (verifiedPhone === undefined)
    throw unknown('单点登录账号没有已验证的手机号，无法确认门店成员，请联系系统管理员')
  const account = await findAccount(db, cleanNumber(verifiedPhone))
  if (!account) throw new Refusal('SSO_UNKNOWN')
  return account.id
}

async function bindPerson(
  trx: Executor,
  { now: at, ip }: PublicContext,
  { issuer, subject }: SsoPerson,
  { accountId }: Entry,
  { dealer_id: dealerId, member_id: memberId }: Membership,
): Promise<void> {
  if (!(await repository.bindSso(trx, { issuer, subject, accountId, at })))
    throw unknown('该门店成员已关联其他单点登录账号，请联系系统管理员')
  const record = `member:${memberId}`
  await writeAudit(trx, {
    dealerId,
    memberId,
    accountId,
    action: 'sso-bind',
    record,
    ip,
    detail: { issuer },
    at,
  })
}

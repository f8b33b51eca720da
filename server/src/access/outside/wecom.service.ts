import type { LoginAnswer } from '@showroom/contract/access/access.schema'
import { audit, writeAudit } from '../../platform/auditing/audit.ts'
import type { Executor } from '../../platform/db/client.ts'
import type { Context, PublicContext } from '../../platform/http/handler.ts'
import { OutsideError } from '../../platform/outside/ask.ts'
import { Refusal } from '../../platform/refusal.ts'
import * as bindings from '../../platform/wecom/binding.repository.ts'
import type { Wecom } from '../../platform/wecom/wecom.ts'
import { findAccount } from '../account/account.repository.ts'
import type { AccessDeps } from '../access.deps.ts'
import { originOf } from '../entry/browser.service.ts'
import { keepState, newState, readState, spendState, withReturn } from './door.service.ts'
import { enter } from '../entry/enter.service.ts'
import type { Membership } from '../entry/enter.service.ts'
import { codeWrong, proveCode } from '../entry/proof.service.ts'

/**
 * Sign-in by WeCom's QR code. The scan identifies a member of the company at WeCom; the first time, mobile and SMS code bind that member to
 * an account.
 */

const refused = (text: string): Refusal => new Refusal('QR_UNAVAILABLE', { text })

/** Returns the WeCom driver. Refuses if none is configured or single sign-on is the only way in. */
function offered({ wecom, sso }: Pick<AccessDeps, 'wecom' | 'sso'>): Wecom {
  if (!wecom) throw new Refusal('QR_UNAVAILABLE')
  if (sso?.only) throw new Refusal('SSO_ONLY')
  return wecom
}

export const isWecomOffered = (deps: Pick<AccessDeps, 'wecom' | 'sso'>): boolean =>
  deps.wecom !== undefined && !deps.sso?.only

/** Starts a sign-in and returns the URL of the QR page, or of the page that needs no scan within WeCom's client. */
export const beginWecom =
  (page: 'pageOf' | 'insideOf') =>
  async (context: PublicContext, deps: AccessDeps, returnTo: string | undefined): Promise<string> => {
    if (!isWecomOffered(deps)) throw new Refusal('QR_UNAVAILABLE')
    const state = newState()
    await keepState(context, 'wecom', state, { ...(returnTo && { returnTo }) })
    return offered(deps)[page](state)
  }

export async function signInByWecom(
  context: PublicContext,
  deps: AccessDeps,
  scan: { readonly qwCode: string; readonly state: string; readonly device: string },
): Promise<LoginAnswer> {
  const wecom = offered(deps)
  const state = await spendState(context, 'wecom', scan.state)
  if (!state) throw refused('扫码登录已失效，请重新扫码')
  const userId = await memberOfScan(wecom, deps, scan.qwCode)
  const accountId = await bindings.findWecomAccount(context.db, wecom.corpId, userId)
  if (accountId === undefined) {
    const ticket = newState()
    await keepState(context, 'ticket', ticket, { ...state, userId })
    throw new Refusal('QR_UNBOUND', { answer: { ticket } })
  }
  return withReturn(await enter(context, deps, { accountId, device: scan.device, way: 'wecom' }), state)
}

async function memberOfScan(wecom: Wecom, { log }: AccessDeps, code: string): Promise<string> {
  try {
    const scanned = await wecom.memberOfScan(code)
    if (scanned === 'spent') throw refused('二维码已失效，请重新扫码')
    if (scanned === 'stranger') throw refused('您不是本企业的企业微信成员，不能扫码登录')
    return scanned.userId
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    log.error({ error: error.message }, 'WeCom did not identify the member who scanned')
    throw refused('企业微信暂时无法访问，请稍后再试，或使用账户登录')
  }
}

/**
 * Completes a first scan: binds the scanned WeCom member to the account of the mobile and signs in. Wrong codes count; the ticket stays
 * valid until a code is right.
 */
export async function bindByCode(
  context: PublicContext,
  deps: AccessDeps,
  form: {
    readonly ticket: string
    readonly mobile: string
    readonly smsCode: string
    readonly device: string
  },
): Promise<LoginAnswer> {
  const { corpId } = offered(deps)
  const ticket = await readState(context, 'ticket', form.ticket)
  if (!ticket?.userId) throw refused('绑定已失效，请重新扫码')
  const { userId } = ticket
  const { mobile } = form
  const origin = await originOf(context, mobile)
  const proof = await proveCode(context, deps, { mobile, purpose: 'bind', origin, code: form.smsCode })
  if (!proof) throw codeWrong(deps, 'bind')
  const account = await findAccount(context.db, mobile)
  // The code of an unknown number was sent to no one.
  if (!account) throw codeWrong(deps, 'bind')
  const bind = async (
    trx: Executor,
    { dealer_id: dealerId, member_id: memberId }: Membership,
  ): Promise<void> => {
    const at = context.now
    await proof.spend(trx)
    if (!(await spendState(context, 'ticket', form.ticket, trx))) throw refused('绑定已失效，请重新扫码')
    if (!(await bindings.bindWecom(trx, { accountId: account.id, corpId, userId, at })))
      throw new Refusal('WECOM_BOUND')
    await writeAudit(trx, {
      dealerId,
      memberId,
      accountId: account.id,
      action: 'wecom-bind',
      record: `member:${memberId}`,
      ip: context.ip,
      at,
    })
  }
  const entry = { accountId: account.id, device: form.device, way: 'wecom' } as const
  return withReturn(await enter(context, deps, entry, bind), ticket)
}

/** Deletes the caller's own binding. */
export async function unbindOwn(context: Context): Promise<void> {
  const { accountId, memberId } = context.session
  if ((await bindings.unbindWecom(context.db, accountId)) === undefined) throw new Refusal('STALE')
  await audit(context, 'wecom-unbind', `member:${memberId}`, {})
}

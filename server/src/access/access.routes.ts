import type { rooms } from '@showroom/contract'
import svgCaptcha from 'svg-captcha'
import { secondsOf } from '../platform/clock.ts'
import type { HandlersOf, PublicContext } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import type { AccessDeps } from './access.deps.ts'
import * as accounts from './account.repository.ts'
import * as service from './access.service.ts'
import { findWecomBinding } from './door.repository.ts'
import { describeSession } from './enter.service.ts'
import { checkCaptcha, sendSmsCode } from './sms.service.ts'
import { beginSso, signInBySso } from './sso.service.ts'
import { beginWecom, bindByCode, isWecomOffered, signInByWecom, unbindOwn } from './wecom.service.ts'

/** Requests an address may make to the sign-in helps in a minute: a whole store can sit behind one. */
const perAddress = 300

async function slowAddress(context: PublicContext): Promise<void> {
  if ((await context.limits.hit(`address:${context.ip}`, 60)) > perAddress)
    throw new Refusal('TOO_MANY', { retryAfter: 60 })
}

export const accessRoutes = (deps: AccessDeps): HandlersOf<typeof rooms.access> => ({
  async captcha(request, context) {
    await slowAddress(context)
    const { text, data } = svgCaptcha.create({
      size: 4,
      noise: 2,
      ignoreChars: '0oO1iIlLqQ9gvVuU',
      width: 120,
      height: 40,
      fontSize: 44,
      color: true,
      background: '#eef3f4',
    })
    await accounts.insertCaptcha(context.db, request.uniqueId, text, context.now)
    return {
      success: true,
      image: `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}`,
      ...(deps.demo && { demoAnswer: text }),
    }
  },

  async getSmsCode(request, context) {
    await slowAddress(context)
    deps.sms.check()
    await checkCaptcha(context, request.uniqueId, request.answer)
    const code = await sendSmsCode(context, deps.sms, request.mobile, request.purpose)
    return deps.demo ? { demoCode: code } : {}
  },

  async loginWithSmsCode(request, context) {
    await slowAddress(context)
    if (request.qwCode) return signInByWecom(context, deps, request)
    const { mobile = '', password = '', smsCode = '', device } = request
    return service.signIn(context, deps, { mobile, password, smsCode, device })
  },

  async beginSignIn({ way, redirect }, context) {
    await slowAddress(context)
    const begin = { wecom: beginWecom, sso: beginSso }[way]
    return { url: await begin(context, deps, redirect) }
  },

  async bindWecom(request, context) {
    await slowAddress(context)
    return bindByCode(context, deps, request)
  },

  async casLogin(request, context) {
    await slowAddress(context)
    return signInBySso(context, deps, request)
  },

  async resetPassword(request, context) {
    await slowAddress(context)
    await service.resetPassword(context, request)
    return {}
  },

  switchDealer: (request, context) => service.switchDealer(context.db, context, request),

  async logout(_request, context) {
    const way = await service.signOut(context.db, context)
    const url = way === 'sso' ? deps.sso?.logoutUrl() : ''
    return url ? { url } : {}
  },

  async bindings(_request, { db, session }) {
    const boundAt = deps.wecom && (await findWecomBinding(db, session.accountId, deps.wecom.corpId))
    return { wecom: { isOffered: isWecomOffered(deps), boundAt: boundAt ? secondsOf(boundAt) : 0 } }
  },

  async unbindWecom(_request, context) {
    await unbindOwn(context)
    return {}
  },

  profile: (_request, context) => describeSession(context.db, context.session),

  async changePassword(request, context) {
    await service.changePassword(context, request)
    return {}
  },

  async signInOptions() {
    const demo = deps.demo ? await deps.demoAccounts() : undefined
    const { corpId = '', agentId = '' } = (isWecomOffered(deps) && deps.wecom) || {}
    const sso = deps.sso && { name: deps.sso.name, isOnly: deps.sso.only }
    return { appId: corpId, agentId, ...(sso && { sso }), ...(demo && { demo }) }
  },
})

import type { rooms } from '@showroom/contract'
import svgCaptcha from 'svg-captcha'
import type { HandlersOf, PublicContext } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import type { SmsSender } from '../platform/sms/sms.ts'
import * as accounts from './account.repository.ts'
import * as service from './access.service.ts'
import { checkCaptcha, sendSmsCode } from './sms.service.ts'

export interface AccessDeps {
  readonly sms: SmsSender
  /** Shows codes and accounts on the sign-in page. */
  readonly demo: boolean
  readonly demoAccounts: () => Promise<DemoAccounts | undefined>
  readonly wecom: { readonly appId: string; readonly agentId: string }
}
export interface DemoAccounts {
  readonly password: string
  readonly accounts: { mobile: string; name: string; role: string; dealer: string }[]
}

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
    if (request.qwCode) throw new Refusal('QR_UNAVAILABLE')
    await slowAddress(context)
    const { mobile = '', password = '', smsCode = '', device } = request
    return service.signIn(context, { mobile, password, smsCode, device })
  },

  async casLogin(_request, context) {
    await slowAddress(context)
    throw new Refusal('SSO_UNAVAILABLE')
  },

  async resetPassword(request, context) {
    await slowAddress(context)
    await service.resetPassword(context, request)
    return {}
  },

  switchDealer: (request, context) => service.switchDealer(context.db, context, request),

  async logout(_request, context) {
    await service.signOut(context.db, context)
    return {}
  },

  profile: (_request, context) => service.describeSession(context.db, context.session),

  async changePassword(request, context) {
    await service.changePassword(context, request)
    return {}
  },

  async signInOptions() {
    const demo = deps.demo ? await deps.demoAccounts() : undefined
    return { ...deps.wecom, ...(demo && { demo }) }
  },
})

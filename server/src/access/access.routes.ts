import type { rooms } from '@showroom/contract'
import svgCaptcha from 'svg-captcha'
import { secondsOf } from '../platform/clock.ts'
import type { HandlersOf, PublicContext } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import { findWecomBinding } from '../platform/wecom/binding.repository.ts'
import type { AccessDeps } from './access.deps.ts'
import * as accounts from './account/account.repository.ts'
import { findEnrolled } from './authenticator/authenticator.repository.ts'
import { enrol, renew } from './authenticator/authenticator.service.ts'
import * as service from './entry/access.service.ts'
import { describeSession } from './entry/enter.service.ts'
import type { Way } from './session/session.repository.ts'
import { checkCaptcha, sendSmsCode } from './entry/sms.service.ts'
import { beginSso, signInBySso } from './outside/sso.service.ts'
import { beginWecom, bindByCode, isWecomOffered, signInByWecom, unbindOwn } from './outside/wecom.service.ts'

/** Public requests without a credential, and wrong credentials, per minute and IP address. A whole store can share one address. */
const perAddress = { most: 300, windowSeconds: 60 }

const slowAddress = (context: PublicContext): Promise<void> =>
  context.limits.spend(`address:${context.ip}`, perAddress)

/** Runs a call with a credential: a refused one counts against its address. */
async function checked<Answer>(context: PublicContext, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) await context.limits.wrong('sign-in', context.ip, perAddress)
    throw error
  }
}

const drawCaptcha = () =>
  svgCaptcha.create({
    size: 4,
    noise: 2,
    ignoreChars: '0oO1iIlLqQ9gvVuU',
    width: 120,
    height: 40,
    fontSize: 44,
    color: true,
    background: '#eef3f4',
  })

/** Counts an attempt to sign in, with its outcome, for `/metrics`. */
async function counted<Answer>(
  context: PublicContext,
  { metrics }: Pick<AccessDeps, 'metrics'>,
  way: Way,
  signIn: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await checked(context, signIn)
    metrics.signInTried(way, 'done')
    return answer
  } catch (error) {
    metrics.signInTried(way, error instanceof Refusal ? error.code : 'failed')
    throw error
  }
}

export const accessRoutes = (deps: AccessDeps): HandlersOf<typeof rooms.access> => ({
  async captcha(context, request) {
    await slowAddress(context)
    const { text, data } = drawCaptcha()
    await accounts.insertCaptcha(context.db, request.uniqueId, text, context.now)
    const image = `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}`
    return { success: true, image, ...(deps.demo && { demoAnswer: text }) }
  },

  async getSmsCode(context, request) {
    deps.texts.check()
    await checked(context, () => checkCaptcha(context, request.uniqueId, request.answer))
    const { code, ...asked } = await sendSmsCode(context, deps, request.mobile, request.purpose)
    return { ...asked, ...(deps.demo && { demoCode: code }) }
  },

  async smsOutcome(context, { ticket }) {
    await slowAddress(context)
    return deps.texts.outcomeOf(ticket)
  },

  async loginWithSmsCode(context, request) {
    if (request.qwCode) return counted(context, deps, 'wecom', () => signInByWecom(context, deps, request))
    const { mobile = '', password = '', smsCode = '', device } = request
    const login = { mobile, password, smsCode, device }
    return counted(context, deps, 'account', () => service.signIn(context, deps, login))
  },

  async beginSignIn(context, { way, redirect }) {
    await slowAddress(context)
    const begin = { wecom: beginWecom('pageOf'), inside: beginWecom('insideOf'), sso: beginSso }[way]
    return { url: await begin(context, deps, redirect) }
  },

  async bindWecom(context, request) {
    return counted(context, deps, 'wecom', () => bindByCode(context, deps, request))
  },

  async casLogin(context, request) {
    return counted(context, deps, 'sso', () => signInBySso(context, deps, request))
  },

  async resetPassword(context, request) {
    return checked(context, () => service.resetPassword(context, deps, request))
  },

  async enrolAuthenticator(context, request) {
    return checked(context, () => enrol(context, deps, request))
  },

  renewAuthenticator: (context, request) => renew(context, deps, request),

  switchDealer: (context, request) => service.switchDealer(context, deps, request),

  async logout(context) {
    const way = await service.signOut(context.db, context)
    const url = way === 'sso' ? deps.sso?.logoutUrl() : ''
    return url ? { url } : {}
  },

  async bindings({ db, session }) {
    const boundAt = await findWecomBinding(db, session.accountId, deps.wecom)
    const enrolled = await findEnrolled(db, session.accountId)
    return {
      wecom: { isOffered: isWecomOffered(deps), boundAt: boundAt ? secondsOf(boundAt) : 0 },
      authenticator: {
        isOffered: !deps.texts.sendsCodes,
        enrolledAt: enrolled?.enrolled_at ? secondsOf(enrolled.enrolled_at) : 0,
        recoveryCodes: enrolled?.recovery_codes ?? 0,
      },
    }
  },

  async unbindWecom(context) {
    await unbindOwn(context)
    return {}
  },

  profile: (context) => describeSession(context.db, context.session),

  async changePassword(context, request) {
    await service.changePassword(context, request)
    return {}
  },

  async signInOptions() {
    const demo = deps.demo ? await deps.demoAccounts() : undefined
    const { corpId = '', agentId = '' } = (isWecomOffered(deps) && deps.wecom) || {}
    const sso = deps.sso && { name: deps.sso.name, isOnly: deps.sso.only }
    const usesAuthenticator = !deps.texts.sendsCodes
    return { appId: corpId, agentId, usesAuthenticator, ...(sso && { sso }), ...(demo && { demo }) }
  },
})

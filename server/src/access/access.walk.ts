import { rooms } from '@showroom/contract'
import { clientHash, getSmsCode } from '../../test/sign-in.ts'
import { testSecret } from '../../test/app.ts'
import type { WalkOf } from '../../test/walks/walk.ts'
import { buildAuthenticator, buildWecomBinding, codeOf } from './access.factory.ts'
import { offer } from './authenticator/authenticator.service.ts'
import { buildDealer } from '../team/team.factory.ts'

const ofThePage = { none: 'made up by the page that asks' }

export const walk = {
  captcha: { roles: 'public', request: () => ({ uniqueId: 'walker' }), ids: { uniqueId: ofThePage } },
  getSmsCode: {
    roles: 'public',
    async request(app) {
      const { demoAnswer = '' } = await app.post(rooms.access.captcha, '', { uniqueId: 'walker-sms' })
      return { mobile: '15911110000', answer: demoAnswer, uniqueId: 'walker-sms' }
    },
    ids: { uniqueId: ofThePage },
  },
  smsOutcome: { roles: 'public', request: () => ({ ticket: 'of-nobody' }) },
  loginWithSmsCode: {
    roles: 'public',
    request: async (app, { member }) => ({
      mobile: member.mobile,
      password: clientHash,
      smsCode: await getSmsCode(app, member.mobile),
    }),
  },
  casLogin: { roles: 'public', request: () => ({ code: 'from-the-provider' }) },
  beginSignIn: { roles: 'public', request: () => ({ way: 'wecom' }) },
  bindWecom: {
    roles: 'public',
    request: async (app, { member }) => ({
      ticket: 'from-a-scan',
      mobile: member.mobile,
      smsCode: await getSmsCode(app, member.mobile, 'bind'),
    }),
  },
  resetPassword: {
    roles: 'public',
    request: async (app, { member }) => ({
      mobile: member.mobile,
      smsCode: await getSmsCode(app, member.mobile, 'password'),
      newPassword: 'a'.repeat(64),
    }),
  },
  enrolAuthenticator: {
    roles: 'public',
    request: () => ({ ticket: '', smsCode: '' }),
    async prepare({ db, now }, { member: { accountId } }) {
      const { ticket, secret } = await offer(db, { now: now() }, { secret: testSecret }, { accountId })
      return { ticket, smsCode: codeOf(secret, now()) }
    },
  },
  renewAuthenticator: {
    roles: 'member',
    request: () => ({ oldPassword: clientHash, smsCode: '000000', what: 'recoveryCodes' as const }),
    async prepare({ db }, { member }) {
      const { recoveryCodes } = await buildAuthenticator(db, member.accountId, { serverSecret: testSecret })
      return { smsCode: recoveryCodes[0] }
    },
  },
  switchDealer: {
    roles: 'member',
    request: (_app, { member }) => ({ dealerId: member.dealerId }),
    ids: {
      dealerId: {
        of: (app) => buildDealer(app.db),
        answer: 'NOT_FOUND',
        colleague: 'a store is no record of a member',
      },
    },
  },
  logout: { roles: 'member', request: () => ({}) },
  bindings: { roles: 'member', request: () => ({}) },
  unbindWecom: {
    roles: 'member',
    request: () => ({}),
    async prepare({ db }, { member }) {
      await buildWecomBinding(db, member.accountId)
      return {}
    },
  },
  profile: { roles: 'member', request: () => ({}) },
  changePassword: {
    roles: 'member',
    request: () => ({ oldPassword: clientHash, newPassword: 'a'.repeat(64) }),
  },
  signInOptions: { roles: 'public', request: () => ({ token: '' }) },
} satisfies WalkOf<typeof rooms.access>

import { z } from 'zod'
import { call, omitted } from '../kernel/call.ts'
import { dealerId, Done } from '../kernel/wire.ts'
import * as shape from './access.schema.ts'

/** Sign-in, session and the person's own account (docs/product/access.md). */

export const captcha = call({
  path: '/v2/appUserService/captcha',
  summary: '获取图片验证码',
  may: 'public',
  request: shape.Captcha,
  answer: shape.CaptchaAnswer,
  refusals: ['TOO_MANY'],
  leaves: 'what the picture shows, until it is used',
})

export const getSmsCode = call({
  path: '/v2/appUserService/getSmsCode',
  summary: '发送短信验证码',
  may: 'public',
  request: shape.GetSmsCode,
  answer: shape.GetSmsCodeAnswer,
  refusals: ['CAPTCHA_WRONG', 'SMS_TOO_SOON', 'SMS_DAILY_LIMIT', 'SMS_UNAVAILABLE', 'TOO_MANY'],
  leaves: 'the code that was sent, until it is used',
})

export const smsOutcome = call({
  path: '/v2/appUserService/smsOutcome',
  summary: '短信验证码的发送结果',
  may: 'public',
  request: shape.SmsOutcome,
  answer: shape.SmsOutcomeAnswer,
  refusals: ['TOO_MANY'],
})

export const loginWithSmsCode = call({
  path: '/v2/appUserService/loginWithSmsCode',
  summary: '账户登录或扫码登录',
  may: 'public',
  request: shape.LoginWithSmsCode,
  answer: shape.LoginAnswer,
  refusals: [
    'LOGIN_FAILED',
    'LOGIN_SLOWED',
    'LOGIN_FROZEN',
    'LOGIN_CLOSED',
    'LOGIN_PC_FORBIDDEN',
    'SMS_WRONG',
    'QR_UNAVAILABLE',
    'QR_UNBOUND',
    'SSO_ONLY',
    'TOO_MANY',
  ],
  leaves: 'the session; a wrong code counts although the call is refused',
})

export const casLogin = call({
  path: '/v2/appUserService/casLogin',
  summary: '单点登录回调',
  may: 'public',
  request: shape.CasLogin,
  answer: shape.LoginAnswer,
  refusals: [
    'SSO_UNAVAILABLE',
    'SSO_REFUSED',
    'SSO_UNKNOWN',
    'LOGIN_FROZEN',
    'LOGIN_CLOSED',
    'LOGIN_PC_FORBIDDEN',
    'TOO_MANY',
  ],
  leaves:
    'the session, and whom the account is at the provider; the state is spent although the call is refused',
})

export const beginSignIn = call({
  path: '/v2/appUserService/beginSignIn',
  summary: '前往企业微信扫码或单点登录',
  may: 'public',
  request: shape.BeginSignIn,
  answer: shape.BeginSignInAnswer,
  refusals: ['QR_UNAVAILABLE', 'SSO_UNAVAILABLE', 'TOO_MANY'],
  leaves: 'the state that the way back is known by, until it is spent',
})

export const bindWecom = call({
  path: '/v2/appUserService/bindWecom',
  summary: '首次扫码：用短信验证码绑定手机号并登录',
  may: 'public',
  request: shape.BindWecom,
  answer: shape.LoginAnswer,
  refusals: [
    'SMS_WRONG',
    'QR_UNAVAILABLE',
    'WECOM_BOUND',
    'LOGIN_FROZEN',
    'LOGIN_CLOSED',
    'LOGIN_PC_FORBIDDEN',
    'SSO_ONLY',
    'TOO_MANY',
  ],
  leaves: 'the binding and the session; a wrong code counts although the call is refused',
})

export const resetPassword = call({
  path: '/v2/appUserService/changePassword',
  summary: '忘记密码：用短信验证码设置新密码',
  may: 'public',
  request: shape.ResetPassword,
  answer: shape.ResetPasswordAnswer,
  refusals: ['SMS_WRONG', 'PASSWORD_WEAK', 'TOO_MANY'],
  secret: true,
  leaves: 'the new password; a wrong code counts although the call is refused',
})

export const enrolAuthenticator = call({
  path: '/v2/appUserService/enrolAuthenticator',
  summary: '绑定验证器：输入其首个验证码',
  may: 'public',
  request: shape.EnrolAuthenticator,
  answer: shape.EnrolAuthenticatorAnswer,
  refusals: ['SMS_WRONG', 'ENROLMENT_OVER', 'TOO_MANY'],
  secret: true,
  leaves: 'the authenticator, which replaces the one before',
})

export const switchDealer = call({
  path: '/v2/appUserService/switchDealer',
  summary: '切换门店',
  may: 'member',
  request: shape.SwitchDealer,
  answer: shape.LoginAnswer,
  refusals: ['NOT_FOUND', 'LOGIN_PC_FORBIDDEN'],
  leaves:
    'the session under the other store, in a transaction of its own: where that store works is asked outside beside it',
  secret: true,
  omits: omitted.once,
})

export const logout = call({
  path: '/v2/appUserService/logout',
  summary: '退出登录',
  may: 'member',
  request: z.object({ dealerId }),
  answer: shape.LogoutAnswer,
  writes: true,
})

export const bindings = call({
  path: '/v1/userRpc/bindings',
  summary: '我的登录方式',
  may: 'member',
  request: z.object({ dealerId }),
  answer: shape.BindingsAnswer,
  omits: omitted.own,
})

export const unbindWecom = call({
  path: '/v1/userRpc/unbindWecom',
  summary: '解除自己的企业微信绑定',
  may: 'member',
  request: z.object({ dealerId }),
  answer: Done,
  refusals: ['STALE'],
  writes: true,
})

export const renewAuthenticator = call({
  path: '/v1/userRpc/renewAuthenticator',
  summary: '更换自己的验证器或恢复码',
  may: 'member',
  request: shape.RenewAuthenticator,
  answer: shape.RenewAuthenticatorAnswer,
  refusals: ['OLD_PASSWORD_WRONG', 'SMS_WRONG', 'STALE', 'TOO_MANY'],
  secret: true,
  writes: true,
})

export const profile = call({
  path: '/v1/userRpc/profile',
  summary: '当前登录人、权限与门店',
  may: 'member',
  request: z.object({ dealerId }),
  answer: shape.SessionInfo,
  shows: ['team', 'setting'],
  withoutNetwork: 'base',
})

export const changePassword = call({
  path: '/v1/userRpc/changePassword',
  summary: '修改密码',
  may: 'member',
  request: shape.ChangePassword,
  answer: Done,
  refusals: ['OLD_PASSWORD_WRONG', 'PASSWORD_WEAK', 'TOO_MANY'],
  writes: true,
})

export const signInOptions = call({
  path: '/v1/backendOperatorRpc/base',
  summary: '登录页可用的登录方式',
  may: 'public',
  request: shape.SignInOptions,
  answer: shape.SignInOptionsAnswer,
})

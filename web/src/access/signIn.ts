import * as access from '@showroom/contract/access/access.api'
import type { LoginAnswer } from '@showroom/contract/access/access.schema'
import { callApi } from '../api/client'
import { deviceOf } from '../frame/session'
import { forgetCode } from './useSmsCode'

/** Not needed before something was typed: fetched when the page stands. */
export const fetchHashing = () => import('./sha256')

/** Account sign-in. The clear password stays in the browser. */
export async function signInByAccount(login: {
  mobile: string
  password: string
  smsCode: string
}): Promise<LoginAnswer> {
  const { sha256Hex } = await fetchHashing()
  const answer = await callApi(access.loginWithSmsCode, {
    ...login,
    password: sha256Hex(login.password),
    ...deviceOf(),
  })
  forgetCode(login.mobile)
  return answer
}

/** Leaves for an outside sign-in service, or sends another window there; `redirect` is the page to open after it. */
export async function goOutside(way: 'wecom' | 'sso', redirect?: string, popup?: Window): Promise<void> {
  const { url } = await callApi(access.beginSignIn, { way, redirect })
  if (!popup) return location.assign(url)
  // Nobody out there steers this page.
  popup.opener = null
  popup.location.replace(url)
}

/** Sign-in by the code that WeCom gives after its QR code was scanned. */
export const signInByQr = (back: { code: string; state: string }): Promise<LoginAnswer> =>
  callApi(access.loginWithSmsCode, { qwCode: back.code, state: back.state, ...deviceOf() })

/** The first scan: binds the person behind the mobile, and signs in. */
export async function bindAndSignIn(form: {
  ticket: string
  mobile: string
  smsCode: string
}): Promise<LoginAnswer> {
  const answer = await callApi(access.bindWecom, { ...form, ...deviceOf() })
  forgetCode(form.mobile)
  return answer
}

/** Sign-in by the code of the single-sign-on service. */
export const signInByCas = (back: { code: string; state: string; iss: string }): Promise<LoginAnswer> =>
  callApi(access.casLogin, { ...back, ...deviceOf() })

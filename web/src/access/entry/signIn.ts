import * as access from '@showroom/contract/access/access.api'
import type { LoginAnswer } from '@showroom/contract/access/access.schema'
import { callApi } from '../../api/client'
import { deviceOf } from '../../frame/session'
import { forgetCode } from './useSmsCode'
import { safeAddress } from '../../ui/address'

/** Not needed before the user types: loaded after the page is rendered. */
export const fetchHashing = () => import('../password/sha256')

/** Signs in by account. The clear-text password stays in the browser. */
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

/** Goes to an outside sign-in service, in `popup` if given; `redirect` is the page to open afterwards. */
export async function goOutside(
  way: 'wecom' | 'inside' | 'sso',
  redirect?: string,
  popup?: Window,
): Promise<void> {
  const { url } = await callApi(access.beginSignIn, { way, redirect })
  if (!popup) return location.assign(safeAddress(url) ?? '#')
  // Keeps the outside service from navigating this page.
  popup.opener = null
  popup.location.replace(safeAddress(url) ?? '#')
}

/** Signs in by the code WeCom returns after a scan. */
export const signInByQr = (back: { code: string; state: string }): Promise<LoginAnswer> =>
  callApi(access.loginWithSmsCode, { qwCode: back.code, state: back.state, ...deviceOf() })

/** Binds the member with this mobile on the first scan, and signs in. */
export async function bindAndSignIn(form: {
  ticket: string
  mobile: string
  smsCode: string
}): Promise<LoginAnswer> {
  const answer = await callApi(access.bindWecom, { ...form, ...deviceOf() })
  forgetCode(form.mobile)
  return answer
}

/** Signs in by the code of the single-sign-on service. */
export const signInByCas = (back: { code: string; state: string; iss: string }): Promise<LoginAnswer> =>
  callApi(access.casLogin, { ...back, ...deviceOf() })

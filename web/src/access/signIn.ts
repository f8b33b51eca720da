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

/** Sign-in by the code that WeCom gives after its QR code was scanned. */
export const signInByQr = (qwCode: string): Promise<LoginAnswer> =>
  callApi(access.loginWithSmsCode, { qwCode, ...deviceOf() })

/** Sign-in by the code of the single-sign-on service. */
export const signInByCas = (code: string): Promise<LoginAnswer> =>
  callApi(access.casLogin, { code, ...deviceOf() })

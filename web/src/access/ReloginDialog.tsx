import * as access from '@showroom/contract/access/access.api'
import type { LoginAnswer } from '@showroom/contract/access/access.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi, Refusal } from '../api/client'
import { queryOf } from '../api/query'
import { clearSession } from '../api/session'
import { continueSession, deviceOf, sessionQuery } from '../frame/session'
import { reloginStore } from '../frame/sessionGone'
import { PlainDialog } from '../ui/PlainDialog'
import { AccountForm } from './AccountForm'
import './entry.css'

/** The session ran out over a filled form: the same person signs in again, and the waiting calls are sent once more. */
export function ReloginDialog() {
  const client = useQueryClient()
  const profile = client.getQueryData(sessionQuery().queryKey)?.profile
  const { data: options } = useQuery({ ...queryOf(access.signInOptions, {}), staleTime: Infinity })

  const goOn = async (answer: LoginAnswer): Promise<void> => {
    continueSession(client, profile ? await backTo(profile, answer) : answer)
    reloginStore.close(true)
  }

  return (
    <PlainDialog title="登录过期，请重新登录" width={448}>
      <p className="sr-plain-dialog-text">
        已填写的内容都在，登录后将自动继续提交。
        {profile && (
          <>
            <br />
            请使用原账号：{profile.name}（{profile.mobile}）· {profile.company}
          </>
        )}
      </p>
      <AccountForm demo={options?.demo && onlyOf(options.demo, profile?.name)} onSignedIn={goOn}>
        <button type="button" className="sr-entry-link" onClick={() => reloginStore.close(false)}>
          暂不登录，返回页面
        </button>
      </AccountForm>
    </PlainDialog>
  )
}

/** A sign-in opens the person's first store; the form was filled for this one. Another person may not send it. */
async function backTo(
  profile: { memberId: number; dealerId: number },
  answer: LoginAnswer,
): Promise<LoginAnswer> {
  const isSame = (one: LoginAnswer): boolean =>
    one.profile.memberId === profile.memberId && one.profile.dealerId === profile.dealerId
  if (isSame(answer)) return answer
  continueSession(undefined, answer)
  if (answer.dealers.some(({ dealerId }) => dealerId === profile.dealerId)) {
    const there = await callApi(access.switchDealer, { dealerId: profile.dealerId, ...deviceOf() })
    if (isSame(there)) return there
    continueSession(undefined, there)
  }
  await callApi(access.logout, {}).catch(() => undefined)
  clearSession()
  throw new Refusal({ status: '-1', code: 0, detail: '请使用原账号登录' })
}

/** The demo's help for the person who was signed in. */
function onlyOf<Demo extends { accounts: readonly { name: string }[] }>(
  demo: Demo,
  name: string | undefined,
): Demo {
  const accounts = demo.accounts.filter((one) => one.name === name)
  return accounts.length > 0 ? { ...demo, accounts } : demo
}

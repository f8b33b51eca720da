import * as access from '@showroom/contract/access/access.api'
import type { LoginAnswer } from '@showroom/contract/access/access.schema'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callApi, Refusal } from '../../api/client'
import { queryOf } from '../../api/query'
import { clearSession } from '../../api/session'
import { continueSession, deviceOf, sessionQuery } from '../../frame/session'
import { reloginStore } from '../../frame/sessionGone'
import { PlainDialog } from '../../ui/PlainDialog'
import { AccountForm } from '../entry/AccountForm'
import { EntryProblem } from '../entry/EntryField'
import { OutsideButton } from '../outside/OutsideButton'
import { useSignedIn } from '../entry/signedIn'
import { signInFailureText } from '../entry/useLanding'
import '../entry/entry.css'

/** Shown when the session expires over a filled form: the same member signs in again, and the waiting requests are sent once more. */
export function ReloginDialog() {
  const client = useQueryClient()
  const profile = client.getQueryData(sessionQuery().queryKey)?.profile
  const { data: options } = useQuery({ ...queryOf(access.signInOptions, {}), staleTime: Infinity })
  const [problem, setProblem] = useState('')

  const goOn = async (answer: LoginAnswer): Promise<void> => {
    continueSession(client, profile ? await backTo(profile, answer) : answer)
    reloginStore.close(true)
  }
  useSignedIn((token) => {
    setProblem('')
    callApi(access.profile, {}, { inBackground: true })
      .then((session) => goOn({ ...session, token }))
      .catch((error: unknown) => setProblem(signInFailureText(error)))
  })

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
      {problem && <EntryProblem text={problem} />}
      <SignInMethods options={options} name={profile?.name} onSignedIn={goOn} />
    </PlainDialog>
  )
}

interface SignInMethodsProps {
  options: AnswerOf<typeof access.signInOptions> | undefined
  /** Name of the member whose session has expired. */
  name: string | undefined
  onSignedIn: (answer: LoginAnswer) => Promise<void>
}

/** The ways of the sign-in page. Outside services open in a separate window, so that this page stays as it is. */
function SignInMethods({ options, name, onSignedIn }: SignInMethodsProps) {
  const [isEmergency, setEmergency] = useState(false)
  const mobile = useRef('')
  const sso = options?.sso
  const notNow = (
    <button type="button" className="sr-entry-link" onClick={() => reloginStore.close(false)}>
      暂不登录，返回页面
    </button>
  )
  if (sso?.isOnly && !isEmergency)
    return (
      <div className="sr-entry-only">
        <OutsideButton way="sso" primary beside>
          {sso.name}
        </OutsideButton>
        <button type="button" className="sr-entry-link" onClick={() => setEmergency(true)}>
          应急账户登录
        </button>
        {notNow}
      </div>
    )
  return (
    <>
      <AccountForm demo={options?.demo && onlyOf(options.demo, name)} mobile={mobile} onSignedIn={onSignedIn}>
        {notNow}
      </AccountForm>
      {options && (sso || options.appId) && (
        <div className="sr-entry-or">
          <p className="sr-entry-or-word">或</p>
          {sso && (
            <OutsideButton way="sso" beside>
              {sso.name}
            </OutsideButton>
          )}
          {options.appId && (
            <OutsideButton way="wecom" beside>
              企业微信扫码
            </OutsideButton>
          )}
        </div>
      )}
    </>
  )
}

/** Returns to the store the form was filled for, since a sign-in opens the member's first store. Another member may not send the form. */
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
  await callApi(access.logout, {}, { withoutKey: 'same effect' }).catch(() => undefined)
  clearSession()
  throw new Refusal({ status: '-1', code: 0, detail: '请使用原账号登录' })
}

/** The demo accounts reduced to the member whose session has expired. */
function onlyOf<Demo extends { accounts: readonly { name: string }[] }>(
  demo: Demo,
  name: string | undefined,
): Demo {
  const accounts = demo.accounts.filter((one) => one.name === name)
  return accounts.length > 0 ? { ...demo, accounts } : demo
}

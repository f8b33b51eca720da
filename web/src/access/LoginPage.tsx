import * as access from '@showroom/contract/access/access.api'
import type { LoginAnswer } from '@showroom/contract/access/access.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { queryOf } from '../api/query'
import { beginSession } from '../frame/session'
import { AccountForm } from './AccountForm'
import { EntryPage } from './EntryPage'
import { EntryTabs } from './EntryTabs'
import { QrPanel } from './QrPanel'
import { ResetPasswordForm } from './ResetPasswordForm'
import { fetchHashing } from './signIn'

type Mode = 'account' | 'qr' | 'reset'

/** The sign-in page: by account, by QR code, and the way back for who forgot the password. */
export function LoginPage() {
  const [mode, setMode] = useState<Mode>('account')
  const { data: options } = useQuery({ ...queryOf(access.signInOptions, {}), staleTime: Infinity })
  const enter = useEnter()
  const title = mode === 'reset' ? '重置密码' : '登录'
  useEffect(() => {
    document.title = `${title} - 展厅 Showroom`
  }, [title])
  useEffect(() => void fetchHashing().catch(() => undefined), [])

  return (
    <EntryPage>
      <h1 className="sr-entry-title">{mode === 'reset' ? '重置密码' : '欢迎回来'}</h1>
      <p className="sr-entry-lead">
        {mode === 'reset' ? '验证手机号后设置新密码。' : '登录门店工作台，继续今天的跟进。'}
      </p>
      {mode === 'reset' ? (
        <ResetPasswordForm onDone={() => setMode('account')} />
      ) : (
        <EntryTabs
          label="登录方式"
          active={mode}
          onChange={setMode}
          tabs={[
            {
              key: 'account',
              title: '账户登录',
              panel: (
                <AccountForm demo={options?.demo} onSignedIn={enter}>
                  <button type="button" className="sr-entry-link" onClick={() => setMode('reset')}>
                    忘记密码
                  </button>
                </AccountForm>
              ),
            },
            {
              key: 'qr',
              title: '扫码登录',
              panel: <QrPanel appId={options?.appId ?? ''} agentId={options?.agentId ?? ''} />,
            },
          ]}
        />
      )}
    </EntryPage>
  )
}

/** Begins the session and opens the page that was asked for, else the overview. */
function useEnter(): (answer: LoginAnswer) => void {
  const client = useQueryClient()
  const { history } = useRouter()
  const { redirect } = useSearch({ from: '/login' })
  return (answer) => {
    beginSession(client, answer)
    history.push(redirect ?? '/dashboard/index')
  }
}

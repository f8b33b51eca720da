import * as access from '@showroom/contract/access/access.api'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { queryOf } from '../../api/query'
import { isInsideWecom } from '../../frame/wecom'
import { lazyDialog } from '../../ui/lazyDialog'
import { AccountForm } from './AccountForm'
import { EntryPage } from './EntryPage'
import { EntryTabs } from './EntryTabs'
import { fetchHashing } from './signIn'
import { useEntrance } from './useEntrance'
import { useTitle } from '../../ui/title'

/** Not needed for the first paint: loaded after the page is rendered. */
const QrPanel = lazyDialog(() => import('../outside/QrPanel').then((module) => module.QrPanel))
const OutsideButton = lazyDialog(() =>
  import('../outside/OutsideButton').then((module) => module.OutsideButton),
)
const ResetPasswordForm = lazyDialog(() =>
  import('./ResetPasswordForm').then((module) => module.ResetPasswordForm),
)

type Mode = 'account' | 'qr' | 'reset'
type Options = AnswerOf<typeof access.signInOptions> | undefined

/** The sign-in page: by account, QR code or single sign-on, with the form for a forgotten password. */
export function LoginPage() {
  const invited = useInvitation()
  const [mode, setMode] = useState<Mode>(invited ? 'reset' : 'account')
  const [isEmergency, setEmergency] = useState(false)
  const { data: options } = useQuery({ ...queryOf(access.signInOptions, {}), staleTime: Infinity })
  const { redirect } = useSearch({ from: '/login' })
  const mobile = useRef('')
  const enter = useEntrance('push')
  const title = mode !== 'reset' ? '登录' : invited ? '设置密码' : '重置密码'
  useTitle(title)
  useEffect(() => {
    void fetchHashing().catch(() => undefined)
    ResetPasswordForm.preload()
    if (!invited && isInsideWecom())
      void import('../outside/inside').then(({ enterInside }) => enterInside(redirect))
  }, [invited, redirect])
  const sso = options?.sso

  return (
    <EntryPage>
      {mode !== 'reset' && (
        <>
          <h1 className="sr-entry-title">欢迎回来</h1>
          <p className="sr-entry-lead">登录门店工作台，继续今天的跟进。</p>
        </>
      )}
      {mode === 'reset' ? (
        <ResetPasswordForm
          title={title}
          code={invited?.password}
          mobile={mobile}
          onSignedIn={(answer) => enter(answer, redirect)}
          onBack={() => setMode('account')}
        />
      ) : sso?.isOnly && !isEmergency ? (
        <OnlySso name={sso.name} redirect={redirect} onEmergency={() => setEmergency(true)} />
      ) : (
        <>
          <SignInMethods
            mode={mode}
            onMode={setMode}
            options={options}
            code={invited?.login}
            mobile={mobile}
            redirect={redirect}
          />
          {sso && !sso.isOnly && (
            <div className="sr-entry-or">
              <p className="sr-entry-or-word">或</p>
              <OutsideButton way="sso" redirect={redirect}>
                {sso.name}
              </OutsideButton>
            </div>
          )}
        </>
      )}
    </EntryPage>
  )
}

/** The codes of a one-time link: one for the first password, one for the sign-in after it. They are removed from the address. */
function useInvitation(): { password: string; login: string } | undefined {
  const { invite, redirect } = useSearch({ from: '/login' })
  const navigate = useNavigate()
  const [codes] = useState(() => invite && { password: invite.slice(0, 6), login: invite.slice(6) })
  useEffect(() => {
    if (invite) void navigate({ to: '/login', search: { redirect }, replace: true })
  }, [invite, redirect, navigate])
  return codes || undefined
}

/** Shown if single sign-on is the only way. Emergency users can still reach the other ways. */
function OnlySso({
  name,
  redirect,
  onEmergency,
}: {
  name: string
  redirect: string | undefined
  onEmergency: () => void
}) {
  return (
    <div className="sr-entry-only">
      <p>本平台使用企业统一账号登录，将打开统一登录页面，完成后自动返回。</p>
      <OutsideButton way="sso" primary redirect={redirect}>
        {name}
      </OutsideButton>
      <button type="button" className="sr-entry-link" onClick={onEmergency}>
        应急账户登录
      </button>
    </div>
  )
}

interface SignInMethodsProps {
  mode: Exclude<Mode, 'reset'>
  onMode: (mode: Mode) => void
  options: Options
  /** The SMS code from an invitation. */
  code: string | undefined
  mobile: RefObject<string>
  redirect: string | undefined
}

function SignInMethods({ mode, onMode, options, code, mobile, redirect }: SignInMethodsProps) {
  const enter = useEntrance('push')
  return (
    <EntryTabs
      label="登录方式"
      active={mode}
      onChange={onMode}
      tabs={[
        {
          key: 'account',
          title: '账户登录',
          panel: (
            <AccountForm
              demo={options?.demo}
              code={code}
              mobile={mobile}
              onSignedIn={(answer) => enter(answer, redirect)}
            >
              <button type="button" className="sr-entry-link" onClick={() => onMode('reset')}>
                忘记密码
              </button>
            </AccountForm>
          ),
        },
        {
          key: 'qr',
          title: '扫码登录',
          panel: <QrPanel appId={options?.appId ?? ''} redirect={redirect} />,
        },
      ]}
    />
  )
}

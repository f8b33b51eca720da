import { errors } from '@showroom/contract/kernel/errors'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Refusal } from '../../api/client'
import { forgetLandingQuery } from '../../frame/address'
import { noticeMs } from '../../ui/notice'
import { BindPanel } from './BindPanel'
import { Landing } from '../entry/Landing'
import { signInByQr } from '../entry/signIn'
import { useLanding } from '../entry/useLanding'
import { isInsideWecom } from '../../frame/wecom'
import { useStoreChoice } from './useStoreChoice'

/**
 * The page WeCom redirects back to; signs in with its code. On the first scan the user binds their own mobile here. Any
 * other refusal is shown, and the sign-in page follows after three seconds.
 */
export function AuthRedirectPage() {
  const { logincode, code = '', state = '' } = useSearch({ from: '/authRedirect' })
  const [back] = useState({ code: logincode || code, state })
  useEffect(forgetLandingQuery, [])
  const { choice, enter } = useStoreChoice()
  const failure = useLanding(async () => {
    if (!back.code) throw new Refusal({ status: '-1', code: 0, detail: '扫码未完成' })
    return signInByQr(back)
  }, enter)

  if (choice) return choice
  if (!failure) return <Landing busy title="登录中" text="正在通过企业微信登录，请稍候…" />
  const { refusal } = failure
  if (refusal?.code === errors.QR_UNBOUND.code)
    return <BindPanel ticket={String(refusal.answer.ticket)} onSignedIn={enter} />
  return <Failed text={failure.text} />
}

function Failed({ text }: { text: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: '/login', replace: true }), noticeMs)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Landing title={isInsideWecom() ? '企业微信登录失败' : '扫码登录失败'} text={`${text}，即将返回登录页。`}>
      <Link to="/login" replace className="sr-button">
        返回登录
      </Link>
    </Landing>
  )
}

import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { noticeMs } from '../ui/notice'
import { Landing } from './Landing'
import { signInByQr } from './signIn'
import { useLanding } from './useLanding'

/** Where WeCom sends back to: signs in with its code. A refusal is shown, and after three seconds the sign-in page. */
export function AuthRedirectPage() {
  const { logincode = '' } = useSearch({ from: '/authRedirect' })
  const navigate = useNavigate()
  const failure = useLanding(() => signInByQr(logincode))
  useEffect(() => {
    if (!failure) return undefined
    const timer = setTimeout(() => void navigate({ to: '/login', replace: true }), noticeMs)
    return () => clearTimeout(timer)
  }, [failure, navigate])

  if (!failure) return <Landing busy title="登录中" text="正在通过企业微信登录，请稍候…" />
  return (
    <Landing title="扫码登录失败" text={`${failure}，即将返回登录页。`}>
      <Link to="/login" replace className="sr-button">
        返回登录
      </Link>
    </Landing>
  )
}

import { useEffect } from 'react'
import { Landing } from './Landing'
import { announceSignIn } from './signedIn'

/** End of a sign-in in a separate window: the waiting page continues, and this window closes if the browser allows it. */
export function SignedInPage() {
  useEffect(() => {
    announceSignIn()
    window.close()
  }, [])
  return <Landing title="登录成功" text="请返回原来的窗口继续，本窗口可以关闭。" />
}

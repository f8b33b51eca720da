import { useEffect } from 'react'
import { Landing } from './Landing'
import { tellSignedIn } from './signedIn'

/** The end of a sign-in in a window of its own: the page that waits goes on, and this window closes where the browser lets it. */
export function SignedInPage() {
  useEffect(() => {
    tellSignedIn()
    window.close()
  }, [])
  return <Landing title="登录成功" text="请返回原来的窗口继续，本窗口可以关闭。" />
}

import { useState } from 'react'
import { goOutside } from '../entry/signIn'
import { signedInPath } from '../entry/signedIn'
import { signInFailureText } from '../entry/useLanding'

interface OutsideButtonProps {
  way: 'wecom' | 'sso'
  /** The page to open afterwards. */
  redirect?: string | undefined
  /** Opens a separate window, which reports a successful sign-in to this page. */
  beside?: boolean
  primary?: boolean
  children: string
}

/** Button to an outside sign-in service. The URL with its own state is requested on click; an error is shown below. */
export function OutsideButton({ way, redirect, beside, primary, children }: OutsideButtonProps) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const go = async (): Promise<void> => {
    if (pending) return
    setProblem('')
    // Opened within the click, or the browser blocks it as a popup.
    const popup = beside ? window.open('', '_blank', 'popup,width=560,height=760') : undefined
    if (popup === null) return setProblem('浏览器拦截了登录窗口，请允许弹出窗口后重试')
    setPending(true)
    try {
      await goOutside(way, beside ? signedInPath : redirect, popup)
    } catch (error) {
      popup?.close()
      setProblem(signInFailureText(error))
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="sr-outside">
      <button
        type="button"
        className={`sr-button ${primary ? 'sr-button-primary' : ''}`}
        aria-busy={pending}
        onClick={() => void go()}
      >
        {pending ? '正在打开…' : children}
      </button>
      <p className="sr-entry-problem" role="alert">
        {problem}
      </p>
    </div>
  )
}

import { useState } from 'react'
import { goOutside } from './signIn'
import { failureText } from './useLanding'

interface OutsideButtonProps {
  way: 'wecom' | 'sso'
  /** The page to open after it. */
  redirect?: string | undefined
  primary?: boolean
  children: string
}

/** Leaves for an outside sign-in service. Its address is made at the click, with a state of its own; why there is none is told below. */
export function OutsideButton({ way, redirect, primary, children }: OutsideButtonProps) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const go = (): void => {
    if (pending) return
    setProblem('')
    setPending(true)
    goOutside(way, redirect)
      .catch((error: unknown) => setProblem(failureText(error)))
      .finally(() => setPending(false))
  }
  return (
    <div className="sr-outside">
      <button
        type="button"
        className={`sr-button ${primary ? 'sr-button-primary' : ''}`}
        aria-busy={pending}
        onClick={go}
      >
        {pending ? '正在打开…' : children}
      </button>
      <p className="sr-entry-problem" role="alert">
        {problem}
      </p>
    </div>
  )
}

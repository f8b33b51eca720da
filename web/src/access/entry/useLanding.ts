import type { LoginAnswer } from '@showroom/contract/access/access.schema'
import { useEffect, useRef, useState } from 'react'
import { Refusal } from '../../api/client'
import { failureText } from '../../ui/failure'

/** A failed landing. */
export interface LandingFailure {
  readonly text: string
  /** The server's refusal. */
  readonly refusal?: Refusal
}

/** Signs in once with the values from the outside service, then enters. Returns the failure, if any. */
export function useLanding(
  signIn: () => Promise<LoginAnswer>,
  enter: (answer: LoginAnswer) => void,
): LandingFailure | undefined {
  const [failure, setFailure] = useState<LandingFailure>()
  const started = useRef(false)
  useEffect(() => {
    // The code works once only, so React's second effect run in development must not use it up.
    if (started.current) return
    started.current = true
    signIn().then(enter, (error: unknown) => setFailure(failureOf(error)))
  })
  return failure
}

const failureOf = (error: unknown): LandingFailure => ({
  text: signInFailureText(error),
  ...(error instanceof Refusal && { refusal: error }),
})

/** The text to show. */
export function signInFailureText(error: unknown): string {
  return failureText(error, '登录错误，请检查！')
}

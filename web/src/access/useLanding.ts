import type { LoginAnswer } from '@showroom/contract/access/access.schema'
import { useEffect, useRef, useState } from 'react'
import { Refusal } from '../api/client'
import { failureText } from '../ui/failure'
import { useEntrance } from './useEntrance'

/** Why a landing did not lead in. */
export interface LandingFailure {
  readonly text: string
  /** What the server refused with. */
  readonly refusal?: Refusal
}

/** Signs in once with what the outside service sent along, then opens `to`. Answers with a failure. */
export function useLanding(signIn: () => Promise<LoginAnswer>, to?: string): LandingFailure | undefined {
  const enter = useEntrance()
  const [failure, setFailure] = useState<LandingFailure>()
  const started = useRef(false)
  useEffect(() => {
    // The code serves once: React's second run in development must not spend it.
    if (started.current) return
    started.current = true
    signIn().then(
      (answer) => enter(answer, to),
      (error: unknown) => setFailure(failureOf(error)),
    )
  })
  return failure
}

const failureOf = (error: unknown): LandingFailure => ({
  text: signInFailureText(error),
  ...(error instanceof Refusal && { refusal: error }),
})

/** What a person is told. */
export function signInFailureText(error: unknown): string {
  return failureText(error, '登录错误，请检查！')
}

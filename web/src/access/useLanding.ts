import type { LoginAnswer } from '@showroom/contract/access/access.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Refusal, Unreachable } from '../api/client'
import { beginSession } from '../frame/session'

/** Signs in once with what the outside service sent along, then opens `to`. Answers with the text of a failure. */
export function useLanding(signIn: () => Promise<LoginAnswer>, to: string = '/dashboard/index'): string {
  const client = useQueryClient()
  const { history } = useRouter()
  const [failure, setFailure] = useState('')
  const started = useRef(false)
  useEffect(() => {
    // The code serves once: React's second run in development must not spend it.
    if (started.current) return
    started.current = true
    signIn().then(
      (answer) => {
        beginSession(client, answer)
        history.replace(to)
      },
      (error: unknown) => setFailure(textOf(error)),
    )
  })
  return failure
}

function textOf(error: unknown): string {
  if (error instanceof Refusal) return error.message || '登录错误，请检查！'
  return error instanceof Unreachable ? '接口错误' : '系统错误，请联系管理员！'
}

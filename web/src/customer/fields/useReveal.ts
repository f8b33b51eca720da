import { getUserInfo } from '@showroom/contract/base/base.api'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../api/client'
import { failureText } from '../../ui/failure'

/** Seconds that clear numbers stay on screen. */
const shownSeconds = 30
/** What is shown in clear, `dataType` on the wire. */
const dataTypes = { numbers: 1, identity: 2 } as const

/** Whose numbers, `userType` on the wire. */
export const revealed = { customer: 1, lead: 2 } as const

type ClearText = AnswerOf<typeof getUserInfo>

export interface Reveal<Clear extends object = ClearText> {
  /** The clear texts while they are shown. Never cached: they leave with the page. */
  readonly clear: Clear | undefined
  readonly secondsLeft: number
  readonly pending: boolean
  readonly problem: string
  /** Gives the texts, asking the server unless they are shown already; nothing when it refused. */
  show(this: void): Promise<Clear | undefined>
  hide(this: void): void
}

/**
 * Clear numbers of one customer (or online lead) for half a minute. Each asking is written to the audit and counted by the server.
 */
export function useReveal(
  userId: number,
  what: keyof typeof dataTypes,
  userType: number = revealed.customer,
): Reveal {
  const dataType = dataTypes[what]
  return useClearText(userId, () => callApi(getUserInfo, { dataType, userId, userType }))
}

/** Clear texts of one record for half a minute; `ask` is its reveal call. */
export function useClearText<Clear extends object>(
  recordId: number,
  ask: () => Promise<Clear>,
): Reveal<Clear> {
  const [clear, setClear] = useState<Clear>()
  const [secondsLeft, setSecondsLeft] = useState(0)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const asked = useRef(recordId)

  const hide = (): void => {
    setClear(undefined)
    setSecondsLeft(0)
  }
  useEffect(() => {
    asked.current = recordId
    setProblem('')
    return hide
  }, [recordId])
  useEffect(() => {
    if (!clear) return undefined
    const until = Date.now() + shownSeconds * 1000
    setSecondsLeft(shownSeconds)
    const timer = setInterval(() => {
      const left = Math.ceil((until - Date.now()) / 1000)
      if (left > 0) setSecondsLeft(left)
      else hide()
    }, 500)
    return () => clearInterval(timer)
  }, [clear])

  const show = async (): Promise<Clear | undefined> => {
    if (clear) return clear
    setPending(true)
    setProblem('')
    try {
      const answer = await ask()
      if (asked.current !== recordId) return undefined
      setClear(answer)
      return answer
    } catch (error) {
      setProblem(failureText(error))
      return undefined
    } finally {
      setPending(false)
    }
  }
  return { clear, secondsLeft, pending, problem, show, hide }
}

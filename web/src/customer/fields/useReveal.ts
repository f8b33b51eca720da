import { getUserInfo } from '@showroom/contract/base/base.api'
import type { AnswerOf, Call } from '@showroom/contract/kernel/call'
import { useEffect, useRef, useState } from 'react'
import { nowMs } from '../../api/clock'
import { callApi } from '../../api/client'
import { may } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { failureText } from '../../ui/failure'
import { notice } from '../../ui/notice'
import { placeCall } from './call'

/** Seconds that revealed numbers stay visible. */
const shownSeconds = 30
/** Values of the request field `dataType`: which data to reveal. */
const dataTypes = { numbers: 1, identity: 2 } as const

/** Values of the request field `userType`: the kind of record. */
export const revealed = { customer: 1, lead: 2 } as const

type ClearText = AnswerOf<typeof getUserInfo>

export interface Reveal<Clear extends object = ClearText> {
  /** The revealed texts while visible. Not cached, so they disappear with the page. */
  readonly clear: Clear | undefined
  readonly secondsLeft: number
  readonly pending: boolean
  readonly problem: string
  /** False for members who get no clear numbers. */
  readonly isOffered: boolean
  /** Returns the texts, sending a request unless they are already visible; undefined if refused. */
  show(this: void): Promise<Clear | undefined>
  hide(this: void): void
}

/** A reveal of numbers that can also call the first one. */
export interface Numbers extends Reveal {
  /** Reveals the number to the telephone alone: the page never shows it. `open` opens the form on return. */
  dial(this: void, open?: () => void): Promise<void>
}

/** Reveals the numbers of a customer or online lead for 30 seconds. The server audits and counts each request. */
export function useReveal(
  userId: number,
  what: keyof typeof dataTypes,
  userType: number = revealed.customer,
): Numbers {
  const dataType = dataTypes[what]
  const [given] = useState(() => takeDialled({ userId, dataType, userType }))
  const ask = () => callApi(getUserInfo, { dataType, userId, userType }, { withoutKey: 'secret' })
  const reveal = useClearText(userId, getUserInfo, ask, given)
  const [isDialling, setDialling] = useState(false)
  const dial = async (open?: () => void): Promise<void> => {
    setDialling(true)
    try {
      const { phone } = reveal.clear ?? (await ask())
      if (phone) placeCall({ userId, userType }, phone, open)
      else open?.()
    } catch (error) {
      notice.error(failureText(error))
    } finally {
      setDialling(false)
    }
  }
  return { ...reveal, pending: reveal.pending || isDialling, dial }
}

interface Revealed {
  readonly userId: number
  readonly dataType: number
  readonly userType: number
}

/** How long numbers wait for the drawer that 拨打 opens. */
const dialledMs = 10_000
// source-disable-next-line roomState -- for one record, for seconds
let dialled: (Revealed & { readonly clear: ClearText; readonly at: number }) | undefined

/** Gives revealed numbers to the drawer that 拨打 opens over the row: it shows them without a second reveal. */
export const keepDialled = (userId: number, userType: number, clear: ClearText): void => {
  dialled = { userId, userType, dataType: dataTypes.numbers, clear, at: nowMs() }
}

/** Returns the numbers kept for this record once. */
function takeDialled({ userId, dataType, userType }: Revealed): ClearText | undefined {
  const latest = dialled
  if (latest?.userId !== userId || latest.dataType !== dataType || latest.userType !== userType)
    return undefined
  dialled = undefined
  return nowMs() - latest.at < dialledMs ? latest.clear : undefined
}

/** Reveals texts of one record for 30 seconds; `ask` sends the request of `call`. */
export function useClearText<Clear extends object>(
  recordId: number,
  call: Pick<Call, 'may'>,
  ask: () => Promise<Clear>,
  given?: Clear,
): Reveal<Clear> {
  const isOffered = may(useSession(), call)
  const [clear, setClear] = useState(given)
  const [secondsLeft, setSecondsLeft] = useState(0)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const revealedId = useRef(recordId)

  const hide = (): void => {
    setClear(undefined)
    setSecondsLeft(0)
  }
  useEffect(() => {
    revealedId.current = recordId
    setProblem('')
    return hide
  }, [recordId])
  useEffect(() => {
    if (!clear) return undefined
    const until = nowMs() + shownSeconds * 1000
    setSecondsLeft(shownSeconds)
    const timer = setInterval(() => {
      const left = Math.ceil((until - nowMs()) / 1000)
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
      if (revealedId.current !== recordId) return undefined
      setClear(answer)
      return answer
    } catch (error) {
      setProblem(failureText(error))
      return undefined
    } finally {
      setPending(false)
    }
  }
  return { clear, secondsLeft, pending, problem, isOffered, show, hide }
}

import * as access from '@showroom/contract/access/access.api'
import { GetSmsCode, smsCountdownSeconds } from '@showroom/contract/access/access.schema'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { cleanNumber } from '@showroom/contract/kernel/clean'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { nowMs } from '../../api/clock'
import { callApi } from '../../api/client'
import { queryOf } from '../../api/query'
import { notice } from '../../ui/notice'
import { randomId } from '../../api/randomId'
import type { EntryForm } from './useEntryForm'

export const smsSentText = '验证码已发送，如未收到验证码，请检查账户是否存在'

export type SmsFields = 'mobile' | 'answer' | 'smsCode'

type Purpose = 'login' | 'password' | 'bind'

interface Sent {
  readonly until: number
  /** Used to query the delivery of the SMS. */
  readonly ticket: string
  /** A note to show beside it. */
  readonly hint: string
  /** Sent in demo mode only; valid for its purpose alone. */
  readonly demoCode: string
  readonly purpose: Purpose
}

/** The last code of each number. Kept outside of the forms, which mount and unmount with the tabs. */
// source-disable-next-line roomState -- what the member typed before signing in
const sent = new Map<string, Sent>()

/** Forgets a used code, which works once only; the countdown goes on. */
export function forgetCode(mobile: string): void {
  const last = sent.get(cleanNumber(mobile))
  if (last) sent.set(cleanNumber(mobile), { ...last, demoCode: '' })
}

/** Refetch interval by state, for a code that is still being sent or that its carrier may still reject. */
const askedAgainMs = { waiting: 1_000, sent: 20_000, refused: false } as const
type Outcome = AnswerOf<typeof access.smsOutcome>
const begun: Outcome = { state: 'waiting', why: '' }

/** Why a code has not arrived, or not yet, in words; normally empty. Queried only while the user waits for it. */
function useOutcome(ticket = '', isWaiting = false): string {
  const { data } = useQuery({
    ...queryOf(access.smsOutcome, { ticket }),
    initialData: begun,
    staleTime: Infinity,
    retry: false,
    enabled: isWaiting && ticket !== '',
    refetchInterval: ({ state }) => askedAgainMs[(state.data ?? begun).state],
  })
  return data.why
}

const Ask = GetSmsCode.pick({ mobile: true, answer: true })

/** An image is valid for five minutes; an older one is refetched when the window gets the focus. */
const captchaQuery = (uniqueId: string) => ({
  ...queryOf(access.captcha, { uniqueId }),
  staleTime: 280_000,
  retry: false,
})

/** The image code and the SMS code requested with it: sends it, counts down, and sends again with a new image. */
export function useSmsCode(form: EntryForm<SmsFields>, purpose: Purpose) {
  const client = useQueryClient()
  const [uniqueId, setUniqueId] = useState(randomId)
  const [spent, setSpent] = useState(false)
  const captcha = useQuery({ ...captchaQuery(uniqueId), placeholderData: keepPreviousData })
  const mobile = cleanNumber(form.values.mobile)
  const last = sent.get(mobile)
  const secondsLeft = useCountdown(last?.until ?? 0)
  const outcome = useOutcome(last?.ticket, secondsLeft > 0)

  const renew = (): void => {
    setSpent(false)
    setUniqueId(randomId())
    form.fill({ answer: '' })
  }
  // The used image stays while the code is under way: an empty field would look as if it had to be filled in.
  useEffect(() => {
    if (spent && secondsLeft === 0) renew()
  })

  const send = async (imageId = uniqueId): Promise<boolean> => {
    if (secondsLeft > 0 && imageId === uniqueId) return false
    return form.run(Ask, async (details) => {
      try {
        const request = { ...details, uniqueId: imageId, purpose }
        const { demoCode = '', ticket, hint } = await callApi(access.getSmsCode, request)
        const until = nowMs() + smsCountdownSeconds * 1000
        sent.set(details.mobile, { until, demoCode, ticket, hint, purpose })
        setSpent(true)
        notice.success(smsSentText)
      } catch (error) {
        // Any failure uses up the image.
        renew()
        throw error
      }
    })
  }

  const demoCodeOf = (one: Sent | undefined): string => (one?.purpose === purpose ? one.demoCode : '')

  /** Demo mode: fills in the image code and the SMS code itself. */
  const fillDemo = async (number: string): Promise<void> => {
    if ((sent.get(number)?.until ?? 0) <= nowMs()) {
      const imageId = randomId()
      const { demoAnswer = '' } = await client.query(captchaQuery(imageId))
      setUniqueId(imageId)
      form.fill({ mobile: number, answer: demoAnswer, smsCode: '' })
      if (!(await send(imageId))) return
    }
    form.fill({ mobile: number, smsCode: demoCodeOf(sent.get(number)) })
  }

  return {
    purpose,
    captcha,
    spent,
    secondsLeft,
    demoCode: demoCodeOf(last),
    /** A note about the requested code. */
    note: outcome || (secondsLeft > 0 && last?.hint) || '',
    renew,
    send,
    fillDemo,
  }
}

export type SmsCode = ReturnType<typeof useSmsCode>

/** Whole seconds until the instant. The timer runs only while there is something to count. */
function useCountdown(until: number): number {
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    if (until <= nowMs()) return undefined
    const timer = setInterval(() => {
      setNow(nowMs())
      if (until <= nowMs()) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  return Math.min(smsCountdownSeconds, Math.max(0, Math.ceil((until - now) / 1000)))
}

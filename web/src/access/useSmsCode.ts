import * as access from '@showroom/contract/access/access.api'
import { GetSmsCode, smsCountdownSeconds } from '@showroom/contract/access/access.schema'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { normalizeMobile } from '@showroom/contract/kernel/mobile'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callApi } from '../api/client'
import { queryOf } from '../api/query'
import { notice } from '../ui/notice'
import { randomId } from '../api/randomId'
import type { EntryForm } from './useEntryForm'

export const smsSentText = '验证码已发送，如未收到验证码，请检查账户是否存在'

export type SmsFields = 'mobile' | 'answer' | 'smsCode'

type Purpose = 'login' | 'password' | 'bind'

interface Sent {
  readonly until: number
  /** What became of it is asked by. */
  readonly ticket: string
  /** What is to be known beside it. */
  readonly hint: string
  /** Told in demo mode only; serves its purpose alone. */
  readonly demoCode: string
  readonly purpose: Purpose
}

/** The last code of each number. Kept outside of the forms, which come and go with the tabs. */
const sent = new Map<string, Sent>()

/** A code that let somebody in serves no more; the countdown goes on. */
export function forgetCode(mobile: string): void {
  const last = sent.get(normalizeMobile(mobile))
  if (last) sent.set(normalizeMobile(mobile), { ...last, demoCode: '' })
}

/** A code that is on its way, or that its carrier may yet send back, is asked for again. */
const askedAgainMs = { waiting: 1_000, sent: 20_000, refused: false } as const
type Outcome = AnswerOf<typeof access.smsOutcome>
const begun: Outcome = { state: 'waiting', why: '' }

/** Why a code does not come, or not yet, in words; empty as a rule. Asked while one waits for it. */
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

/** An image serves five minutes; one that was open longer is replaced when the window comes back. */
const captchaQuery = (uniqueId: string) => ({
  ...queryOf(access.captcha, { uniqueId }),
  staleTime: 280_000,
  retry: false,
})

/** The image, and the SMS code that is asked for with it: sent, counted down, sent again with a new image. */
export function useSmsCode(form: EntryForm<SmsFields>, purpose: Purpose) {
  const client = useQueryClient()
  const [uniqueId, setUniqueId] = useState(randomId)
  const [spent, setSpent] = useState(false)
  const captcha = useQuery({ ...captchaQuery(uniqueId), placeholderData: keepPreviousData })
  const mobile = normalizeMobile(form.values.mobile)
  const last = sent.get(mobile)
  const secondsLeft = useCountdown(last?.until ?? 0)
  const outcome = useOutcome(last?.ticket, secondsLeft > 0)

  const renew = (): void => {
    setSpent(false)
    setUniqueId(randomId())
    form.fill({ answer: '' })
  }
  // The image that was used stays as it is while the code is on its way: an empty field would ask to be filled.
  useEffect(() => {
    if (spent && secondsLeft === 0) renew()
  })

  const send = async (imageId = uniqueId): Promise<boolean> => {
    if (secondsLeft > 0 && imageId === uniqueId) return false
    return form.run(Ask, async (asked) => {
      try {
        const request = { ...asked, uniqueId: imageId, purpose }
        const { demoCode = '', ticket, hint } = await callApi(access.getSmsCode, request)
        const until = Date.now() + smsCountdownSeconds * 1000
        sent.set(asked.mobile, { until, demoCode, ticket, hint, purpose })
        setSpent(true)
        notice.success(smsSentText)
      } catch (error) {
        // Whatever was wrong, the image is used up.
        renew()
        throw error
      }
    })
  }

  const demoCodeOf = (one: Sent | undefined): string => (one?.purpose === purpose ? one.demoCode : '')

  /** Demo mode: reads the image and the code itself. */
  const fillDemo = async (number: string): Promise<void> => {
    if ((sent.get(number)?.until ?? 0) <= Date.now()) {
      const imageId = randomId()
      const { demoAnswer = '' } = await client.query(captchaQuery(imageId))
      setUniqueId(imageId)
      form.fill({ mobile: number, answer: demoAnswer, smsCode: '' })
      if (!(await send(imageId))) return
    }
    form.fill({ mobile: number, smsCode: demoCodeOf(sent.get(number)) })
  }

  return {
    captcha,
    spent,
    secondsLeft,
    demoCode: demoCodeOf(last),
    /** What to know of the code that was asked for. */
    told: outcome || (secondsLeft > 0 && last?.hint) || '',
    renew,
    send,
    fillDemo,
  }
}

export type SmsCode = ReturnType<typeof useSmsCode>

/** Whole seconds until the instant. Ticks only while there is something to count. */
function useCountdown(until: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (until <= Date.now()) return undefined
    const timer = setInterval(() => {
      setNow(Date.now())
      if (until <= Date.now()) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  return Math.min(smsCountdownSeconds, Math.max(0, Math.ceil((until - now) / 1000)))
}

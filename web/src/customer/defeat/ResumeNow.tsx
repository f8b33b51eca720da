import * as customer from '@showroom/contract/customer/customer.api'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { callApi } from '../../api/client'
import { queryOf } from '../../api/query'
import { offerTicket } from '../../base/public'
import { formatDay } from '../../ui/day'
import { failureText, isRefusal, withoutRefreshHint } from '../../ui/failure'
import { useMessage } from '../../ui/useMessage'
import type { ActionDialogProps } from '../actionDialog'
import { invalidateCustomerList } from '../customer.queries'
import { dealOf, resumeLabel, stateOf } from '../customerState'

/** Wakes a dormant customer early. Runs without confirmation, since it can be undone. */
export function ResumeNow({ profile, onClosed }: ActionDialogProps) {
  const queries = useQueryClient()
  const message = useMessage()
  const begun = useRef(false)
  const reread = (): void => {
    void queries.invalidateQueries(queryOf(customer.get, { customerId: profile.customer.id }))
    void invalidateCustomerList(queries)
  }
  const wake = useEffectEvent(async (): Promise<void> => {
    const { resumeDate } = profile.customer.deal
    try {
      const { undoId } = await callApi(customer.resume, dealOf(profile), { once: true })
      offerTicket({
        undoId,
        text: resumeLabel(stateOf(profile)) === '唤醒' ? '客户已唤醒!' : '客户已继续跟进!',
        about: [profile.customer.name, resumeDate > 0 && `原定 ${formatDay(resumeDate)} 自动唤醒`]
          .filter(Boolean)
          .join('，'),
        after: reread,
      })
    } catch (error) {
      message.error(isRefusal(error) ? withoutRefreshHint(error) : failureText(error))
    }
    reread()
    onClosed()
  })
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void wake()
  }, [])
  return null
}

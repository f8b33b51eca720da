import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { revealed, takeCall, wasDiscarded } from '../customer/public'

/** Opens the form of the last call when the telephone returns to the page, or reloads one that it had discarded. */
export function CallReturn() {
  const navigate = useNavigate()
  useEffect(() => {
    const back = (): void => {
      const call = document.visibilityState === 'visible' ? takeCall() : undefined
      if (!call) return
      const { userId, userType } = call.record
      if (call.open) call.open()
      else if (userType === revealed.lead)
        void navigate({ to: '/activity/clue-clear', search: { clue: userId } })
      else
        void navigate({
          to: '/customer/detail/$customerId',
          params: { customerId: String(userId) },
          search: { act: 'follow' },
        })
    }
    const end = new AbortController()
    const { signal } = end
    document.addEventListener('visibilitychange', back, { signal })
    for (const event of ['pageshow', 'focus']) addEventListener(event, back, { signal })
    if (wasDiscarded) back()
    return () => end.abort()
  }, [navigate])
  return null
}

import * as access from '@showroom/contract/access/access.api'
import { useState } from 'react'
import { callApi } from '../api/client'
import { failureText } from '../ui/failure'
import { hasWaiting } from './hasWaiting'
import { deviceOf, reopenAt } from './session'

/** Switches to another of the member's stores, which opens on its overview. */
export function useSwitchStore() {
  const [going, setGoing] = useState(0)
  const [problem, setProblem] = useState('')
  const goTo = async (dealerId: number | undefined): Promise<void> => {
    if (going || !dealerId || (await hasWaiting())) return
    setGoing(dealerId)
    setProblem('')
    try {
      reopenAt(await callApi(access.switchDealer, { dealerId, ...deviceOf() }))
    } catch (error) {
      setProblem(failureText(error))
      setGoing(0)
    }
  }
  return {
    /** The store that is being opened; 0 for none. */
    going,
    /** Why the last switch failed; empty for none. */
    problem,
    goTo: (dealerId: number | undefined): void => void goTo(dealerId),
  }
}

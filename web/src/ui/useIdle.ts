import { useEffect, useState } from 'react'

/** True once the browser has had nothing to do: for what is not needed for the first picture. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    // Safari has no idle callback.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(() => setIdle(true), 1_000)
      return () => clearTimeout(timer)
    }
    const asked = requestIdleCallback(() => setIdle(true), { timeout: 3_000 })
    return () => cancelIdleCallback(asked)
  }, [])
  return idle
}

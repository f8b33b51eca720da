import { useEffect, useState } from 'react'
import { nowSeconds } from '../../ui/day'

const tickMs = 10_000

/** The server's time in epoch seconds, continued from its last response: a tablet's own clock may be wrong. */
export function useServerNow(told: number): number {
  const [{ at, ahead }, setClock] = useState(() => ({ at: told, ahead: told - nowSeconds() }))
  const [last, setLast] = useState(told)
  if (last !== told) {
    setLast(told)
    setClock({ at: told, ahead: told - nowSeconds() })
  }
  useEffect(() => {
    const timer = setInterval(
      () => setClock((clock) => ({ ...clock, at: nowSeconds() + clock.ahead })),
      tickMs,
    )
    return () => clearInterval(timer)
  }, [ahead])
  return at
}

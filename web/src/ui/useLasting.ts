import { useEffect, useState } from 'react'

/** Whether `isSo` has been true for `ms` milliseconds. */
export function useLasting(isSo: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!isSo) return undefined
    const timer = setTimeout(() => setLasts(true), ms)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [isSo, ms])
  return lasts
}

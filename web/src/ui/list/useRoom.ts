import { useLayoutEffect, useRef, useState } from 'react'

/** The width available to the table inside its border; measured before the first paint. */
export function useRoom() {
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const { current } = frame
    if (!current) return undefined
    const measure = (): void => setRoom(current.clientWidth - 2)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return { frame, room }
}

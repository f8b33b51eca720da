import { type RefCallback, useCallback, useRef, useState } from 'react'

/** True once the element has been scrolled away upwards, under the `coveredPx` of sticky heads. */
export function useOutOfSight<Element extends HTMLElement>(
  coveredPx: number,
): [RefCallback<Element>, boolean] {
  const [hidden, setHidden] = useState(false)
  const observer = useRef<IntersectionObserver>(undefined)
  const attach = useCallback(
    (element: Element | null) => {
      observer.current?.disconnect()
      if (!element) return
      observer.current = new IntersectionObserver(
        ([entry]) => entry && setHidden(!entry.isIntersecting && entry.boundingClientRect.top < coveredPx),
        { rootMargin: `-${coveredPx}px 0px 0px` },
      )
      observer.current.observe(element)
    },
    [coveredPx],
  )
  return [attach, hidden]
}

import { useLocation, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls the current item of a menu strip on a phone into view. Returns the address and the menu's ref. */
export function useCurrentInSight(): { nav: RefObject<HTMLElement | null>; pathname: string } {
  const pathname = useLocation({ select: (location) => location.pathname })
  const nav = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(() => {
    const strip = nav.current
    if (!strip) return undefined
    // Moves the strip alone: scrollIntoView would also move the page, which may just have returned to its place.
    const show = (): void => {
      const item = strip.querySelector('[aria-current]')?.getBoundingClientRect()
      const frame = strip.getBoundingClientRect()
      if (item) strip.scrollLeft += item.left + item.width / 2 - (frame.left + frame.width / 2)
    }
    // After a navigation the router restores the scroll position of shared elements, so the item is scrolled into
    // view again.
    const unsubscribe = router.subscribe(
      'onRendered',
      ({ pathChanged, fromLocation }) => void (pathChanged && fromLocation && show()),
    )
    // Reports the items' first sizes after layout, which the page need not do twice then, and their growth when counts
    // arrive later and push it out of view again. A strip that the person has scrolled is left alone.
    const grown = new ResizeObserver(show)
    for (const item of strip.children) grown.observe(item)
    const leave = (): void => grown.disconnect()
    strip.addEventListener('pointerdown', leave)
    return () => {
      unsubscribe()
      leave()
      strip.removeEventListener('pointerdown', leave)
    }
  }, [router, pathname])
  return { nav, pathname }
}

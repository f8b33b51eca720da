import { useLocation, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** On a phone a menu is a strip that scrolls: its current item comes in sight. Gives the address beside the menu's ref. */
export function useCurrentInSight(): { nav: RefObject<HTMLElement | null>; pathname: string } {
  const pathname = useLocation({ select: (location) => location.pathname })
  const nav = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(() => {
    const strip = nav.current
    if (!strip) return undefined
    const show = (): void =>
      strip.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
    show()
    // When a page has come the router scrolls what it shares with the one before to where it stood there.
    const unsubscribe = router.subscribe('onRendered', ({ pathChanged }) => void (pathChanged && show()))
    // Items grow with the counts that come later, and push it out of sight again; a strip that somebody took hold of is left alone.
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

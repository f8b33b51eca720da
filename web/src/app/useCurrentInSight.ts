import { useLocation, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** On a phone a menu is a strip that scrolls: its current item comes in sight. Gives the address beside the menu's ref. */
export function useCurrentInSight(): { nav: RefObject<HTMLElement | null>; pathname: string } {
  const pathname = useLocation({ select: (location) => location.pathname })
  const nav = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(() => {
    const show = (): void =>
      nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
    show()
    // When a page has come the router scrolls what it shares with the one before to where it stood there.
    return router.subscribe('onRendered', ({ pathChanged }) => void (pathChanged && show()))
  }, [router, pathname])
  return { nav, pathname }
}

import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** On a phone a menu is a strip that scrolls: its current item comes in sight. Gives the address beside the menu's ref. */
export function useCurrentInSight(): { nav: RefObject<HTMLElement | null>; pathname: string } {
  const pathname = useLocation({ select: (location) => location.pathname })
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return { nav, pathname }
}

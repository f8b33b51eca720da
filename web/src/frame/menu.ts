import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { type AnyRoute, useRouter } from '@tanstack/react-router'
import { type MayEnter, mayEnterScreen } from './areas'
import { missingFor } from './missing'
import type { Path } from './path'
import { useSession } from './session'

/** A room's entry in the top menu. */
export interface MenuEntry {
  readonly title: string
  /** The address prefix under which the entry is the current one. */
  readonly prefix: string
  /** A short description of the area. */
  readonly about?: string
  /** Without permission to enter, the entry is shown with the reason; otherwise it is hidden then. */
  readonly locks?: true
  /** Limits the entry to these members, even if others may enter. */
  readonly only?: MayEnter
}

/** An entry for a member: `locked` is the reason if they may not enter. */
export interface MenuItem extends Omit<MenuEntry, 'only' | 'locks'> {
  readonly to: Path
  readonly locked?: string
}

/**
 * The top menu of a member: the entries of the routes, in the order of the rooms (app/rooms.ts). An area whose first screen is closed opens
 * the first one that is not.
 */
export const menuOf = (
  { routesById }: { routesById: Readonly<Record<string, AnyRoute>> },
  session: SessionInfo,
): MenuItem[] => {
  const screens = Object.values(routesById)
  /** A screen of the area that has no menu entry. */
  const openIn = (parent: unknown, prefix: string): AnyRoute | undefined =>
    screens.find((screen) => {
      const { menu } = screen.options.staticData ?? {}
      const hasOwn = menu !== undefined && (!menu.only || menu.only(session))
      const path: unknown = screen.fullPath
      const isIn =
        typeof path === 'string' &&
        path.startsWith(prefix) &&
        !path.includes('$') &&
        screen.parentRoute === parent
      return isIn && !hasOwn && mayEnterScreen(screen, session)
    })
  return screens.flatMap((screen): MenuItem[] => {
    const { menu, needs } = screen.options.staticData ?? {}
    if (!menu) return []
    const { locks, only, ...entry } = menu
    if (only && !only(session)) return []
    const open = mayEnterScreen(screen, session) ? screen : openIn(screen.parentRoute, entry.prefix)
    if (open) return [{ ...entry, to: open.fullPath as Path }]
    const locked = needs && missingFor(session, needs)
    return locks && locked ? [{ ...entry, to: screen.fullPath as Path, locked }] : []
  })
}

export const useMenu = (): MenuItem[] => menuOf(useRouter(), useSession())

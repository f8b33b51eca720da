import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { type AnyRoute, useRouter } from '@tanstack/react-router'
import { type MayEnter, mayEnterScreen } from './areas'
import type { Path } from './path'
import { useSession } from './session'

/** A room's entry in the top menu. */
export interface MenuEntry {
  readonly title: string
  /** The address prefix under which the entry is the current one. */
  readonly prefix: string
  /** A short description of the area. */
  readonly about?: string
  /** The reason shown on the entry without permission to enter; without a reason the entry is hidden then. */
  readonly locked?: string
  /** Limits the entry to these members, even if others may enter. */
  readonly only?: MayEnter
}

/** An entry for a member: `locked` is set only if they may not enter. */
export interface MenuItem extends Omit<MenuEntry, 'only'> {
  readonly to: Path
}

/** The top menu of a member: the entries of the routes, in the order of the rooms (app/rooms.ts). */
export const menuOf = (
  { routesById }: { routesById: Readonly<Record<string, AnyRoute>> },
  session: SessionInfo,
): MenuItem[] =>
  Object.values(routesById).flatMap((screen): MenuItem[] => {
    const { menu } = screen.options.staticData ?? {}
    if (!menu) return []
    const { locked, only, ...entry } = menu
    if (only && !only(session)) return []
    const to = screen.fullPath as Path
    if (mayEnterScreen(screen, session)) return [{ ...entry, to }]
    return locked ? [{ ...entry, to, locked }] : []
  })

export const useMenu = (): MenuItem[] => menuOf(useRouter(), useSession())

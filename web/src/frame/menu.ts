import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { type AnyRoute, useRouter } from '@tanstack/react-router'
import { type MayEnter, mayEnterScreen } from './areas'
import type { Path } from './path'
import { useSession } from './session'

/** What a room says of its place in the menu at the top. */
export interface MenuEntry {
  readonly title: string
  /** The part of the address under which the entry is the current one. */
  readonly prefix: string
  /** What is done there, in a few words. */
  readonly about?: string
  /** Who may not enter sees the entry all the same, with this reason; without one it is left out. */
  readonly locked?: string
  /** Whose menu has it, where not everybody's who may enter. */
  readonly only?: MayEnter
}

/** An entry as a member sees it: `locked` only where it is for them. */
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

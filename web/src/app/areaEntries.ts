import type { SessionInfo } from '@showroom/contract/access/access.schema'
import type { AnyRoute } from '@tanstack/react-router'
import type { AreaEntry } from '../frame/areaMenu'
import { mayEnterScreen } from '../frame/areas'

/** An area's menu for a member: the entries whose screens they may enter. */
export const entriesFor =
  (entries: readonly AreaEntry[]) =>
  (
    { routesByPath }: { routesByPath: Readonly<Record<string, AnyRoute>> },
    session: SessionInfo,
  ): AreaEntry[] =>
    entries.filter(({ to }) => {
      const screen = routesByPath[to]
      return screen !== undefined && mayEnterScreen(screen, session)
    })

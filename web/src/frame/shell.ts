import type { SessionInfo } from '@showroom/contract/access/access.schema'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, type ParsedLocation } from '@tanstack/react-router'
import { guardNavigation, loadSession } from './guard'

/** Parent routes of the rooms' routes. The app sets their components (app/routes.tsx). */

/** Also used without a session. */
export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: ({ location }) => guardNavigation(location),
})

const signedIn = async ({
  context,
  location,
}: {
  context: { queryClient: QueryClient }
  location: ParsedLocation
}): Promise<{ session: SessionInfo }> => ({ session: await loadSession(context.queryClient, location) })

/** For signed-in members: header, menu, and the session in the context. */
export const shell = createRoute({ getParentRoute: () => root, id: 'shell', beforeLoad: signedIn })

/** For pages beside a chat of WeCom: the session without header and menu. */
export const bareShell = createRoute({
  getParentRoute: () => root,
  id: 'beside',
  beforeLoad: signedIn,
})

/** The activity area: its pages share a menu at the left. */
export const activity = createRoute({ getParentRoute: () => shell, id: 'activity' })

/** Team management: its pages share a menu at the left, too. */
export const manager = createRoute({ getParentRoute: () => shell, id: 'manager' })

/** Reports: their pages share a menu at the left, too. */
export const reports = createRoute({ getParentRoute: () => shell, id: 'reports' })

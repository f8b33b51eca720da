import type { SessionInfo } from '@showroom/contract/access/access.schema'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { guardNavigation, loadSession } from './guard'

/** The routes that rooms hang theirs under. What they look like comes from the app (app/routes.tsx). */

/** Of whoever is not signed in, too. */
export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: ({ location }) => guardNavigation(location),
})

/** Of somebody signed in: header, menu, and the session in the context. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ context, location }): Promise<{ session: SessionInfo }> => {
    // Its chunk comes while the session is asked for.
    void preloadShell().catch(() => undefined)
    return { session: await loadSession(context.queryClient, location) }
  },
})

const preloadShell = async (): Promise<void> => shell.options.component?.preload?.()

/** The activity area: its pages share a menu at the left. */
export const activity = createRoute({ getParentRoute: () => shell, id: 'activity' })

/** Team management: its pages share a menu at the left, too. */
export const manager = createRoute({ getParentRoute: () => shell, id: 'manager' })

/** Reports: their pages share a menu at the left, too. */
export const reports = createRoute({ getParentRoute: () => shell, id: 'reports' })

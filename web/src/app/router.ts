import type { QueryClient } from '@tanstack/react-query'
import { createHashHistory, createRouter, type RouterHistory } from '@tanstack/react-router'
import { sessionQuery } from '../frame/session'
import { shell } from '../frame/shell'
import { PageSkeleton } from '../ui/Skeletons'
import { PageError } from './ErrorPage'
import { createRouteTree } from './routes'

export const createAppRouter = (queryClient: QueryClient, history: RouterHistory = createHashHistory()) =>
  createRouter({
    routeTree: createRouteTree(),
    history,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 300,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: PageError,
    scrollRestoration: true,
  })

export type AppRouter = ReturnType<typeof createAppRouter>

/**
 * Fetches the code of the first page and of the shell, the session, and the first page's data at once: the router itself
 * would fetch one after the other.
 */
export function fetchFirstPage(router: AppRouter): void {
  const [routes, params] = router.getMatchedRoutes(router.latestLocation.pathname)
  if (routes.some(({ id }) => id === shell.id))
    void router.options.context.queryClient.query(sessionQuery()).catch(() => undefined)
  for (const route of routes) {
    void router.loadRouteChunk(route)?.catch(() => undefined)
    // Loaders of our screens use the query client and the address alone.
    const loader: unknown = route.options.loader
    if (typeof loader === 'function')
      void (loader as (given: object) => unknown)({ context: router.options.context, params })
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

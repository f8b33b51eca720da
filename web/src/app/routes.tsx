import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readToken } from '../api/session'
import { activity, bareShell, manager, reports, root, shell } from '../frame/shell'
import { ShellSkeleton } from '../ui/Skeletons'
import { isNarrow } from '../ui/useNarrow'
import { WholeError } from './ErrorPage'
import { RootPage } from './RootPage'
import { screens } from './rooms'

/** The route tree. Every screen is a separate chunk; antd loads with the shell, so the sign-in page stays small. */

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard/index', replace: true })
  },
})

/** Every other address. */
const unknown = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: lazyRouteComponent(() => import('./NotFoundPage'), 'NotFoundPage'),
})

/** Loads the shell, on a wide window with the parts that a phone loads later. */
const fetchShell = async () => {
  const parts = isNarrow() ? undefined : import('../ui/later/later').then(({ loadParts }) => loadParts())
  const [shellModule] = await Promise.all([import('./ShellLayout'), parts])
  return shellModule
}

/** Until the first page is there; the sign-in page has no shell. */
const FirstPage = () => readToken() !== '' && <ShellSkeleton />

/** Sets the components of the routes that rooms attach theirs to. */
function dress(): void {
  root.update({ component: RootPage, pendingComponent: FirstPage, errorComponent: WholeError })
  shell.update({
    component: lazyRouteComponent(fetchShell, 'ShellLayout'),
    pendingComponent: ShellSkeleton,
    errorComponent: WholeError,
  })
  bareShell.update({
    component: lazyRouteComponent(fetchShell, 'BesideLayout'),
    errorComponent: WholeError,
  })
  activity.update({ component: lazyRouteComponent(() => import('./ActivityLayout'), 'ActivityLayout') })
  manager.update({ component: lazyRouteComponent(() => import('./ManagerLayout'), 'ManagerLayout') })
  reports.update({ component: lazyRouteComponent(() => import('./ReportLayout'), 'ReportLayout') })
}

const parentOf = (route: AnyRoute): AnyRoute => route.options.getParentRoute() as AnyRoute

/**
 * Attaches each route to the parent that it names. A flat list suffices for the types, which read the parent from the
 * route itself.
 */
export function createRouteTree() {
  dress()
  const all = [index, ...screens, unknown] as const
  const tree = root.addChildren(all)
  const parents = new Set(all.map(parentOf))
  for (const parent of parents) parent.addChildren(all.filter((route) => parentOf(route) === parent))
  // Outside the shell the router's default would lie over the first header, without margins.
  for (const route of all)
    if (parentOf(route) === root) route.update({ pendingComponent: FirstPage } as object)
  return tree
}

import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { activity, manager, reports, root, shell } from '../frame/shell'
import { PageSkeleton, ShellSkeleton } from '../ui/Skeletons'
import { PageError, WholeError } from './ErrorPage'
import { fetchAntdStyles } from './antdStyles'
import { NotFoundPage } from './NotFoundPage'
import { RootPage } from './RootPage'
import { screens } from './rooms'

/** The route tree. Every screen is its own chunk; antd comes with the shell, so the sign-in page stays light. */

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard/index', replace: true })
  },
})

/** The shell with the styles of its parts. */
const fetchShell = async () => {
  const [shellModule] = await Promise.all([import('./ShellLayout'), fetchAntdStyles()])
  return shellModule
}

/** How the routes look that rooms hang theirs under. */
function dress(): void {
  root.update({ component: RootPage, errorComponent: WholeError, notFoundComponent: NotFoundPage })
  shell.update({
    component: lazyRouteComponent(fetchShell, 'ShellLayout'),
    pendingComponent: ShellSkeleton,
    errorComponent: WholeError,
  })
  activity.update({ component: lazyRouteComponent(() => import('./ActivityLayout'), 'ActivityLayout') })
  manager.update({ component: lazyRouteComponent(() => import('./ManagerLayout'), 'ManagerLayout') })
  reports.update({ component: lazyRouteComponent(() => import('./ReportLayout'), 'ReportLayout') })
}

const parentOf = (route: AnyRoute): AnyRoute => route.options.getParentRoute()

/** Puts each route under the parent that it names. For the types, which read that from the route itself, one flat list does. */
export function createRouteTree() {
  dress()
  const all = [index, ...screens] as const
  const tree = root.addChildren(all)
  const parents = new Set(all.map(parentOf))
  for (const parent of parents) parent.addChildren(all.filter((route) => parentOf(route) === parent))
  return tree
}

export const pageSkeleton = PageSkeleton
export const pageError = PageError

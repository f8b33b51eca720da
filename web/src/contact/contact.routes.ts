import { readsCustomers } from '@showroom/contract/customer/customer.rights'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { enteredFor } from '../frame/screen'
import { bareShell } from '../frame/shell'

/** The page that WeCom opens bareShell a chat. */
const contact = createRoute({
  getParentRoute: () => bareShell,
  path: '/contact',
  ...enteredFor(readsCustomers),
  component: lazyRouteComponent(() => import('./ContactPage'), 'ContactPage'),
})

export const routes = [contact] as const

import { managesEndpoints } from '@showroom/contract/webhook/webhook.rights'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { may } from '../frame/areas'
import { enteredBy } from '../frame/screen'
import { manager } from '../frame/shell'

const webhooks = createRoute({
  getParentRoute: () => manager,
  path: '/manager/webhooks',
  ...enteredBy((session) => may(session, { may: managesEndpoints })),
  component: lazyRouteComponent(() => import('./WebhookPage'), 'WebhookPage'),
})

export const routes = [webhooks] as const

import { list } from '@showroom/contract/privacy/privacy.api'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { may } from '../frame/areas'
import { enteredBy } from '../frame/screen'
import { manager } from '../frame/shell'

const privacy = createRoute({
  getParentRoute: () => manager,
  path: '/manager/privacy',
  ...enteredBy((session) => may(session, list)),
  component: lazyRouteComponent(() => import('./PrivacyPage'), 'PrivacyPage'),
})

export const routes = [privacy] as const

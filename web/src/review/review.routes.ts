import { reviewsDefeats } from '@showroom/contract/review/review.rights'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { worksAtGroup } from '../frame/areas'
import { enteredFor } from '../frame/screen'
import { activity } from '../frame/shell'
import { reviewList } from './review.fields'

const failVerify = createRoute({
  getParentRoute: () => activity,
  path: '/activity/fail-verify',
  validateSearch: reviewList.Search,
  ...enteredFor(reviewsDefeats, {
    title: '战败审核',
    prefix: '/activity/fail-verify',
    about: '审核门店的战败申请',
    only: worksAtGroup,
  }),
  loader: ({ context }) => import('../view/public').then(({ loadViews }) => loadViews(context.queryClient)),
  component: lazyRouteComponent(() => import('./ReviewPage'), 'ReviewPage'),
})

export const routes = [failVerify] as const

import { reviewsDefeats } from '@showroom/contract/review/review.rights'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { worksAtGroup } from '../frame/areas'
import { enteredFor } from '../frame/screen'
import { activity } from '../frame/shell'
import { readListSearch } from '../ui/list/filter/listSearch'
import { loadViews } from '../view/public'

const failVerify = createRoute({
  getParentRoute: () => activity,
  path: '/activity/fail-verify',
  validateSearch: readListSearch,
  ...enteredFor(reviewsDefeats, {
    title: '战败审核',
    prefix: '/activity/fail-verify',
    about: '审核门店的战败申请',
    only: worksAtGroup,
  }),
  loader: ({ context }) => loadViews(context.queryClient),
  component: lazyRouteComponent(() => import('./ReviewPage'), 'ReviewPage'),
})

export const routes = [failVerify] as const

import { readsCustomers } from '@showroom/contract/customer/customer.rights'
import { nextActions } from '@showroom/contract/customer/level.rules'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { hasModule, type MayEnter, worksAtStore } from '../frame/areas'
import { enteredBy, enteredFor } from '../frame/screen'
import { shell } from '../frame/shell'
import { readListSearch } from '../ui/list/filter/listSearch'
import { loadViews } from '../view/public'

const mayManage: MayEnter = (session) => worksAtStore(session) && hasModule(session, '客户管理')

const customers = createRoute({
  getParentRoute: () => shell,
  path: '/customer/list',
  validateSearch: readListSearch,
  ...enteredFor(
    readsCustomers,
    { title: '客户档案', prefix: '/customer/', about: '筛选、建档、跟进与时间线' },
    mayManage,
  ),
  loader: ({ context }) => loadViews(context.queryClient),
  component: lazyRouteComponent(() => import('./list/CustomerListPage'), 'CustomerListPage'),
})

const customer = createRoute({
  getParentRoute: () => shell,
  path: '/customer/detail/$customerId',
  /**
   * `a=1`: read-only, opened from elsewhere than the list. `act`: an action to start at once if it is possible. `note`: the time of a
   * note to show, in epoch seconds.
   */
  validateSearch: z.object({
    a: z.coerce.number().int().optional().catch(undefined),
    act: z.enum(nextActions).optional().catch(undefined),
    note: z.coerce.number().int().optional().catch(undefined),
  }),
  /** Reviewers may open files with a pending defeat request (docs/decisions/0015). */
  ...enteredBy((session) => session.allowFailVerify || mayManage(session)),
  // The page does not wait for it. A link that is merely touched fetches no file.
  loader: ({ context, params, cause }) => {
    if (cause === 'preload') return
    void import('./customer.queries').then(({ fetchFile }) =>
      fetchFile(context.queryClient, params.customerId),
    )
  },
  component: lazyRouteComponent(() => import('./file/CustomerPage'), 'CustomerPage'),
})

export const routes = [customers, customer] as const

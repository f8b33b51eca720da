import { readsTasks } from '@showroom/contract/task/task.rights'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { enteredFor } from '../frame/screen'
import { activity } from '../frame/shell'
import { readListSearch } from '../ui/list/filter/listSearch'
import { loadViews } from '../view/public'

const tasks = createRoute({
  getParentRoute: () => activity,
  path: '/activity/tasks',
  validateSearch: readListSearch,
  ...enteredFor(readsTasks, {
    title: '工作任务',
    prefix: '/activity/',
    about: '跟进任务、审核与线索清洗',
    locks: true,
  }),
  loader: ({ context }) => loadViews(context.queryClient),
  component: lazyRouteComponent(() => import('./TaskPage'), 'TaskPage'),
})

export const routes = [tasks] as const

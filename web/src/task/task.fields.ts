import { levels } from '@showroom/contract/customer/level.rules'
import type { list } from '@showroom/contract/task/task.api'
import { completedMaxDays, taskActivity, taskFilter, taskOrder } from '@showroom/contract/task/task.rules'
import { choice, days, ids, order, own, tab, words } from '../ui/list/filter/fields'
import { rangeOf } from '../ui/list/filter/dayRange'
import { type FilterOf, listFields } from '../ui/list/filter/listFields'
import type { StateOf } from '../ui/list/filter/useListFilter'

/** Filters of the task list. */
export const taskList = listFields<typeof list>()(
  {
    activityType: tab('t', Object.values(taskActivity)),
    filterType: tab('f', Object.values(taskFilter)),
    level: words('lv', '意向级别', levels),
    saleIds: ids('m', '客户经理'),
    seriesIds: ids('se', '意向车系'),
    fromType: choice('ft', '来源类型', [
      { value: 1, label: '线上' },
      { value: 2, label: '线下' },
    ]),
    completedDate: own(days('cd', '完成时间', '6d', { most: completedMaxDays })),
    orderType: order('o', Math.max(...Object.values(taskOrder))),
  },
  {
    kept: { in: 'listFilters', as: 'tasks' },
    opens: 'at',
    widest: { activityType: taskActivity.all },
    idle: { completedDate: ({ filterType }) => filterType !== taskFilter.completed },
    // Sent on every tab, as the completed tab's count depends on it.
    send: ({ completedDate }) => {
      const { start, end } = rangeOf(completedDate) ?? { start: 0, end: 0 }
      return { dateStart: start, dateEnd: end }
    },
  },
)
export type TaskFilter = FilterOf<(typeof taskList)['fields']>
export type TaskListState = StateOf<typeof taskList>

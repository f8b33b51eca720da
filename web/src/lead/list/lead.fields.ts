import type { list } from '@showroom/contract/lead/lead.api'
import { leadTab } from '@showroom/contract/lead/lead.rules'
import { momentOrder } from '@showroom/contract/kernel/order'
import { choice, code, days, flag, ids, order, tab } from '../../ui/list/filter/fields'
import { type FilterOf, listFields } from '../../ui/list/filter/listFields'
import type { StateOf } from '../../ui/list/filter/useListFilter'

/** Usual creation days by tab. Waiting leads have no limit; finished leads are limited to recent days. */
const usualCreated: Readonly<Record<number, string>> = {
  [leadTab.valid]: '29d',
  [leadTab.invalid]: '29d',
  [leadTab.all]: '6d',
}

/** Filters of the lead list. */
export const leadList = listFields<typeof list>()(
  {
    activityType: tab('t', Object.values(leadTab)),
    onlineSources: ids('ol', '网络来源'),
    userIds: ids('m', '客户经理'),
    createdDate: days('cd', '创建时间'),
    isRemote: choice('rm', '异地购车', [
      { value: 1, label: '是' },
      { value: 2, label: '否' },
      { value: 3, label: '空' },
    ]),
    clueLevel: choice('cl', '线索级别', [
      { value: 1, label: '一级' },
      { value: 2, label: '二级' },
    ]),
    // Set when opened from a report: limits the list to the rows behind one of its numbers.
    counted: code('cm', '统计项', 12),
    // Longer than allowed; only leads waiting for cleaning can be overdue.
    isOverdue: flag('lt', '超时'),
    orderType: order('o', momentOrder.newest),
  },
  {
    kept: { in: 'listFilters', as: 'leads' },
    opens: 'clue',
    usual: { createdDate: ({ activityType }) => usualCreated[activityType] ?? '' },
    widest: { activityType: leadTab.all },
    settle: (filter) => (filter.activityType === leadTab.waiting ? filter : { ...filter, isOverdue: 0 }),
  },
)
export type LeadFilter = FilterOf<(typeof leadList)['fields']>
export type LeadListState = StateOf<typeof leadList>

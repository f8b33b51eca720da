import { levels } from '@showroom/contract/customer/level.rules'
import type { list } from '@showroom/contract/desk/desk.api'
import { visitType } from '@showroom/contract/desk/desk.rules'
import { days, order, tab, words } from '../../ui/list/filter/fields'
import { type FilterOf, listFields } from '../../ui/list/filter/listFields'
import type { StateOf } from '../../ui/list/filter/useListFilter'

/** Filters of the front desk's list. */
export const deskList = listFields<typeof list>()(
  {
    type: tab('t', [0, visitType.new, visitType.confirmed], { isKept: false }),
    createdDate: days('cd', '创建时间', '0d'),
    levels: words('lv', '意向级别', levels),
    orderType: order('o', 5),
  },
  // 1: the form of new traffic is open; 2: the arrival search.
  { kept: { in: 'desk-list', as: 'desk' }, opens: 'open' },
)
export type DeskFilter = FilterOf<(typeof deskList)['fields']>
export type DeskListState = StateOf<typeof deskList>

import type { list } from '@showroom/contract/customer/customer.api'
import { levels } from '@showroom/contract/customer/level.rules'
import { type Choice, choice, code, days, flag, ids, order, tab, words } from '../../ui/list/filter/fields'
import { type FilterOf, listFields } from '../../ui/list/filter/listFields'
import type { StateOf } from '../../ui/list/filter/useListFilter'

const yesNo: readonly Choice[] = [
  { value: 1, label: '是' },
  { value: 2, label: '否' },
]

/** Filters of the customer list, in the sequence of their tags. */
export const customerList = listFields<typeof list>()(
  {
    type: tab('s', [0, 1, 2, 3, 4, 5, 6], { isKept: false }),
    levels: words('lv', '意向级别', levels),
    createdDate: days('cd', '建档日期', '29d'),
    isZk: flag('zk', '只看撞单'),
    saleIds: ids('m', '客户经理'),
    fromSources: ids('fs', '客户来源'),
    onlineSources: ids('ol', '网络来源'),
    businessTypes: ids('bt', '业务类型'),
    series: ids('se', '意向车系'),
    buyRegion: code('br', '购车地区', 999_999),
    withSuperseded: flag('ws', '含已再购'),
    noBuyArea: flag('na', '未填区县'),
    mainSeries: code('ms', '主意向车系', 1e9),
    fromType: choice('ft', '来源类型', [
      { value: 1, label: '线上' },
      { value: 2, label: '线下' },
    ]),
    suspendStatus: choice('ss', '是否休眠', yesNo),
    comeStatus: choice('cs', '到店情况', [
      { value: 4, label: '已到店' },
      { value: 1, label: '自然到店' },
      { value: 2, label: '邀约到店' },
      { value: 3, label: '未到店' },
    ]),
    isSmartDrive: choice('sm', '智能试驾', yesNo),
    isRemote: choice('rm', '异地购车', [...yesNo, { value: 3, label: '空' }]),
    wxCustomerStatus: choice('wx', '企业微信', [
      { value: 1, label: '已添加' },
      { value: 2, label: '未添加' },
    ]),
    otherSource: code('os', '自定义来源', 1e9),
    payType: code('pt', '收款方式', 2),
    failReason: code('fr', '战败原因', 999),
    resumeDuration: code('rd', '休眠时长', 999),
    followDate: days('fd', '跟进日期'),
    nextDate: days('nd', '下次跟进'),
    comeDate: days('vd', '到店日期'),
    smartDriveDate: days('td', '智能试驾日期'),
    orderDate: days('od', '订车日期'),
    deliverDate: days('dd', '交车日期'),
    failDate: days('xd', '战败日期'),
    suspendDate: days('zd', '休眠日期'),
    orderType: order('o', 3),
  },
  // 1: the new-customer dialog is open.
  { kept: { in: 'customer-list', as: 'customers' }, opens: 'new' },
)
export type CustomerFilter = FilterOf<(typeof customerList)['fields']>
export type CustomerListState = StateOf<typeof customerList>

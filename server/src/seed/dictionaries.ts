import { cityPoolSource } from '@showroom/contract/customer/customer.rules'
import { windowDays } from '@showroom/contract/customer/level.rules'
import type { DictionaryKind } from '@showroom/contract/base/base.schema'
import { platformRemark, retailRemark } from '@showroom/contract/report/report.rules'
import { cityEntries, majorCityEntries } from './regions.ts'
import type { Entry } from './entry.ts'

const levelEntries = (['N', 'H', 'A', 'B', 'C', 'O', 'D', 'F'] as const).map((level): Entry => [
  level,
  `${level}级`,
])
const followLevelEntries = Object.entries(windowDays).map(([level, days]): Entry => [
  level,
  `${level}级`,
  String(days),
])

const businessTypes: Entry[] = [
  [1, '新购'],
  [2, '增购'],
  [3, '置换'],
  [4, '大客户'],
]

/** Sources a member can choose. The remark marks offline new-media sources, which require proof images. */
const customerFromSources: Entry[] = [
  [1, '电话来电'],
  [2, '自然到店'],
  [3, '转介绍'],
  [4, '厂家下发'],
  [5, '外展'],
  [6, '老客户'],
  [7, '抖音线下', '新媒体'],
  [8, '小红书线下', '新媒体'],
  [96, '车展线索'],
  [98, '网络'],
  [99, '自定义'],
  [104, '集团转入'],
]

const onlineSources: Entry[] = [
  [1, '车友之窗', platformRemark],
  [2, '优选车网', platformRemark],
  [3, '知行车圈', platformRemark],
  [4, '途看好车', platformRemark],
  [5, '爱驾社区', platformRemark],
  [6, '新车比价', platformRemark],
  [7, '车市快讯', platformRemark],
  [8, '本地车生活', platformRemark],
  [9, '购车助手', platformRemark],
  [10, '品牌官网', retailRemark],
  [11, '品牌App', retailRemark],
  [12, '官方小程序', retailRemark],
  [13, '短视频直播间', retailRemark],
  [14, '图文种草号', retailRemark],
  [15, '线上旗舰店', retailRemark],
  [16, '在线客服', retailRemark],
  [cityPoolSource, '城市池', retailRemark],
]
/** Car portals that count for the dashboard's cleaning time and the big screen's ranks. */
const portals = new Set([1, 2, 3])

const budgets: Entry[] = [
  [1, '10-15'],
  [2, '5-10'],
  [3, '15-20'],
  [4, '20-25'],
  [5, '25-30'],
  [6, '30-40'],
  [7, '40-80'],
]

const orderStatusDics: Entry[] = [
  [1, '待提交'],
  [2, '已提交'],
  [3, '已审核'],
  [15, '待接单'],
  [16, '已接单'],
  [17, '部分配车'],
  [4, '已配车'],
  [19, '已交车'],
  [14, '已完成'],
  [6, '已驳回'],
  [8, '已取消'],
]

const identifyTypes: Entry[] = [
  [1, '身份证'],
  [2, '护照'],
  [3, '军官证'],
  [4, '其他'],
]
/** Documents of an order's holder: personal ones, and 5 for companies. */
const orderIdentifyTypes: Entry[] = [...identifyTypes, [5, '统一社会信用代码']]

const activityTypes: Entry[] = [
  [1, '沟通'],
  [2, '到店'],
  [3, '试驾'],
  [4, '订车'],
  [5, '交车'],
  [6, '战败'],
  [7, '建档'],
  [8, '回访'],
  [10, '复活'],
  [14, '企微沟通'],
  [15, '视频看车'],
  [21, '新线索分配'],
  [22, '线索清洗'],
  [23, '战败审核'],
]
const nextFollowTypes = new Set([1, 2, 3, 14, 15])

const failReasons: Entry[] = [
  [1, '产品'],
  [2, '价格'],
  [3, '服务'],
  [6, '同城其他店购买'],
  [7, '竞品'],
  [15, '异地购车'],
  [21, '产品力不足'],
  [99, '其他'],
]

/** The remark holds the reason. Reason 6 with sub-reason 1 requires the dealer. */
const failSubReasons: Entry[] = [
  [1, '他店', '6'],
  [62, '二级网点', '6'],
  [63, '二手车', '6'],
  [21, '超出预算', '2'],
  [22, '优惠不达预期', '2'],
  [23, '金融方案不合适', '2'],
  [24, '置换价格偏低', '2'],
  [31, '接待体验', '3'],
  [32, '试驾安排', '3'],
  [33, '跟进不及时', '3'],
  [34, '交车周期', '3'],
]

const failPurchaseReasons: Entry[] = [
  [1, '外观设计'],
  [2, '内饰与做工'],
  [3, '空间'],
  [4, '动力'],
  [5, '能耗与续航'],
  [6, '智能座舱'],
  [7, '辅助驾驶'],
  [8, '安全'],
  [9, '舒适与静音'],
  [10, '保值与口碑'],
]

const clueInvalidReasons: Entry[] = [
  [1, '空号或停机'],
  [2, '号码非本人'],
  [3, '无购车意向'],
  [4, '已购车'],
  [5, '同行或广告'],
  [6, '重复线索'],
  [7, '售后或投诉'],
  [15, '异地购车意向'],
  [99, '其他'],
]

const orderCancelReasons: Entry[] = [
  ['qxyy01', '客户退订'],
  ['qxyy02', '购买竞品', '需备注'],
  ['qxyy03', '等待时间过长'],
  ['qxyy04', '在其他经销商提车'],
  ['qxyy05', '重复下单'],
  ['qxyy06', '购车人信息变更'],
  ['qxyy07', '其他', '需备注'],
]

const modulesOfManagement = '客户管理,企业管理,前台流量,销售订单,战败审核,订单审核,线索分配,客户离职'
/** The remark lists the default modules of the role. */
const dealerMemberRoles: Entry[] = [
  [1, '总经理', `${modulesOfManagement},签到`],
  [2, '投资方负责人', modulesOfManagement],
  [3, '销售经理', `${modulesOfManagement},签到`],
  [4, '客户经理', '客户管理,销售订单,签到'],
  [5, '网销专员', '客户管理,线索分配,签到'],
  [6, '市场经理', '客户管理,企业管理,前台流量,线索分配,签到'],
  [7, '前台', '前台流量,签到'],
  [8, '试驾专员', '客户管理,签到'],
  [9, '集团管理员', '客户管理,企业管理,前台流量,销售订单'],
  [10, '库管', '销售订单,库存,签到'],
  [11, '投资人', '客户管理,销售订单'],
  [15, '集团DCC', '线索分配'],
  [16, '集团督导', '战败审核,订单审核'],
]

const paymentKinds: Entry[] = [
  [1, '全款'],
  [2, '按揭'],
]

/** All dictionaries, with their options in display order. */
export const dictionaries: Readonly<Record<DictionaryKind, readonly Entry[]>> = {
  dealerMemberRoles,
  customerLevels: levelEntries,
  customerFollowLevels: followLevelEntries,
  businessTypes,
  orderBusinessType: businessTypes,
  customerFromSources,
  importSources: customerFromSources.filter(([value]) => ![4, 7, 8, 96, 98, 104].includes(Number(value))),
  onlineSources,
  portalSources: onlineSources.filter(([value]) => portals.has(Number(value))),
  budgets: budgets.toSorted(([a], [b]) => budgetOrder(a) - budgetOrder(b)),
  cities: cityEntries(),
  failCities: majorCityEntries(),
  orderStatusDics,
  orderIdentifyTypeDics: orderIdentifyTypes,
  identifyTypes,
  activityTypes,
  activityNextFollowTypes: activityTypes.filter(([value]) => nextFollowTypes.has(Number(value))),
  contactTypes: [
    [1, '电话'],
    [2, '微信'],
    [3, '短信'],
    [4, '面谈'],
    [5, '企业微信'],
    [6, '视频'],
  ],
  followEvents: [
    [1, '报价'],
    [2, '邀约到店'],
    [3, '邀约试驾'],
    [5, '生日关怀'],
    [4, '其他'],
  ],
  testResults: [
    [1, '满意'],
    [2, '一般'],
    [3, '不满意'],
  ],
  comeDurations: [
    [1, '15分钟以内'],
    [2, '15-30分钟'],
    [3, '30-60分钟'],
    [4, '1-2小时'],
    [5, '2小时以上'],
  ],
  resumeDurations: [7, 15, 30, 60, 90].map((days): Entry => [days, `${days}天`]),
  failReasons,
  failSubReasons,
  failPurchaseReasons,
  clueInvalidReasons,
  orderCancelReasons,
  payTypes: paymentKinds,
  paymentTypes: paymentKinds,
  carLicenseTypes: [
    [1, '代办'],
    [2, '自办'],
  ],
}

/** "5-10" is shown first, though a new customer's budget is 1. */
function budgetOrder(value: Entry[0]): number {
  return value === 2 ? 0 : Number(value)
}

/** Default modules of a role. */
export const modulesOfRole = (role: number): string[] =>
  dealerMemberRoles.find(([value]) => value === role)?.[2]?.split(',') ?? []

/** Display text of an option. */
export const displayOf = (kind: DictionaryKind, value: number | string): string =>
  dictionaries[kind].find(([candidate]) => candidate === value)?.[1] ?? String(value)

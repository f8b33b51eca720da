import { auditActions } from '@showroom/contract/kernel/audit'
import type { AuditAction } from '@showroom/contract/kernel/audit'
import { onlinePolicies } from '@showroom/contract/setting/setting.rules'
import { eventTitle } from '@showroom/contract/webhook/webhook.rules'

/** Turns the data of audit rows into Chinese text. */

type Detail = Readonly<Record<string, unknown>>

/** Looks up the names of ids and codes. */
export interface Names {
  readonly member: (memberId: number) => string
  readonly role: (role: number) => string
}

/** Formats a value. */
type Say = (value: unknown, names: Names) => string

const empty = '（空）'

function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return empty
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.length > 0 ? value.map(plain).join('、') : empty
  if (typeof value === 'object')
    return Object.values(value)
      .filter((one) => one !== '' && one !== null)
      .map(plain)
      .join('，')
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
}

/** One member, or several. */
const member: Say = (value, names) =>
  [value]
    .flat()
    .flatMap((id) => (id ? [names.member(Number(id)) || `#${Number(id)}`] : []))
    .join('、') || '无'
const role: Say = (value, names) => names.role(Number(value)) || plain(value)
const status: Say = (value) => (value === 0 ? '正常' : '冻结')
const policy: Say = (value) => onlinePolicies.find((one) => one.value === value)?.title ?? plain(value)
const weekdays: Say = (value) =>
  Array.isArray(value) && value.length > 0
    ? value.map((day) => `周${'一二三四五六日'.charAt(Number(day) - 1)}`).join('、')
    : plain(value)
/** Zero is left out. */
const count: Say = (value) => (value === 0 ? '' : String(value))
/** Names of the members, or their number. */
const members: Say = (value, names) =>
  Array.isArray(value) ? (value.length > 0 ? member(value, names) : '') : count(value, names)
const shares: Say = (value, names) =>
  (value as { memberId: number; customers: number }[])
    .map(({ memberId, customers }) => `${names.member(memberId)} ${customers} 位`)
    .join('、')
const howMany: Say = (value) => String((value as unknown[]).length)
const events: Say = (value) =>
  [value]
    .flat()
    .map((one) => eventTitle(String(one)))
    .join('、')

type Fact = string | readonly [name: string, say: Say]
const factOf = (fact: Fact): readonly [string, Say] => (typeof fact === 'string' ? [fact, plain] : fact)

/** Names of the settings, keyed by the part after `setting:`, as in `setting:policy`. */
const settings: Readonly<Record<string, Fact>> = {
  topic: '公告',
  address: '门店地址',
  policy: ['线上线索策略', policy],
  policyFail: '策略 fail',
  policyDelay: '策略 delay',
  policyDelivery: '策略 delivery',
  name: '门店名称',
  group: '集团',
  province: '省份',
  city: '城市',
  area: '区县',
  forbitSalesLoginPc: '禁止销售人员登录PC端',
  cityPoolEnable: '城市池',
  ranksMembers: '业绩排名',
  inTime: '上班时间',
  offTime: '下班时间',
  whites: ['免签成员', member],
  isAlert: '签到提醒',
  restDays: ['每周休息日', weekdays],
  clearMinutes: '清洗时限（分钟）',
  followMinutes: '首次跟进时限（分钟）',
  dailySince: '日报启用日',
  dailyAt: '日报截止时间',
  fileMaxMb: '单个文件上限（MB）',
  fileQuotaMb: '文件总容量（MB）',
  closed: '停业',
  merged: '门店合并',
  removed: '门店移除',
}

/** Like `factOf`, also for `source:7` and `blocklist:3`. */
function settingOf(record: string): readonly [string, Say] {
  const [kind = '', key = ''] = record.split(':')
  if (kind === 'source') return ['自定义来源', plain]
  return kind === 'blocklist' ? ['blc名单', plain] : factOf(settings[key] ?? key)
}

/** Facts with a readable name, in display order. Ids and the like are left out; they can be read in the table. */
const facts: Readonly<Record<string, Fact>> = {
  exportName: '列表',
  recordTotal: '条数',
  fileName: '文件',
  created: '新建',
  updated: '更新',
  undone: '恢复',
  follows: '跟进记录',
  duplicate: '重复',
  failed: '失败',
  reads: '打开档案数',
  minutes: '分钟内',
  misses: '未查到的号码数',
  name: '姓名',
  mobile: '手机号',
  role: ['岗位', role],
  managerId: ['上级', member],
  superior: ['上级', member],
  subordinates: ['下级', members],
  nowBelow: ['新增下级', member],
  noLongerBelow: ['移出下级', member],
  modules: '权限',
  status: ['状态', status],
  siebelId: '人事账号',
  siebelPosition: '人事岗位',
  isAll: '资料齐全',
  customers: ['客户', count],
  customerIds: ['客户', howMany],
  kept: ['保持不变', count],
  tasks: ['任务', count],
  leads: ['线索', count],
  reviews: ['待审战败', count],
  orders: ['订单', count],
  toMemberId: ['转给', member],
  fromMemberId: ['从此成员收回', member],
  toMembers: ['交接给', shares],
  toTop: ['下级转至', member],
  url: '地址',
  events: ['事件', events],
  isOn: '启用',
  isGroup: '集团全部门店',
  month: '月份',
  total: '条数',
  number: '号码',
  own: '本人记录',
  mentions: '其他记录中的号码',
  keptRows: '依法保留',
  plate: '试驾车',
  outKm: '出发里程',
  backKm: '还车里程',
  remark: '备注',
  /** Written by a command that imports files. */
  source: ['方式', () => '文件导入'],
}

/** Formats a fact as its value, or as old and new value. `changed` marks values that must not be shown. */
function valueText(value: unknown, say: Say, names: Names): string {
  if (value === 'changed') return '已更换'
  if (typeof value === 'object' && value !== null && 'from' in value && 'to' in value)
    return `${say(value.from, names)} → ${say(value.to, names)}`
  return say(value, names)
}

const factsText = (detail: Detail, names: Names): string =>
  Object.entries(facts)
    .flatMap(([key, fact]) => {
      const [name, say] = factOf(fact)
      const text = key in detail ? valueText(detail[key], say, names) : ''
      return text ? [`${name} ${text}`] : []
    })
    .join('，')

const askedText = (detail: Detail): string =>
  Array.isArray(detail['asked'])
    ? (detail['asked'] as { label: string; text: string }[])
        .map(({ label, text }) => `${label}：${text}`)
        .join('；')
    : ''

const isKnown = (action: string): action is AuditAction => action in auditActions

/** Title of an action. */
export const titleOf = (action: string): string => (isKnown(action) ? auditActions[action].title : action)

/** Name in place of a member's. */
export const withoutMember = (action: string): string => (action === 'appointment-answer' ? '客户' : '系统')

const revealed: Readonly<Record<number, string>> = { 2: '证件号码与地址', 3: '驾驶证和签名' }

/** Describes an audited action in one sentence; numbers are not masked yet. */
export function wordsOf(action: string, record: string, detail: Detail, names: Names): string {
  if ('old' in detail && 'new' in detail) {
    const [name, say] = action === 'setting' ? settingOf(record) : ['', plain]
    return `${name && `${name}：`}${say(detail['old'], names)} → ${say(detail['new'], names)}`
  }
  if (action === 'reveal') return revealed[Number(detail['dataType'])] ?? '手机号'
  return [factsText(detail, names), askedText(detail)].filter(Boolean).join('；')
}

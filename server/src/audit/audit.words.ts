import { auditActions } from '@showroom/contract/kernel/audit'
import type { AuditAction } from '@showroom/contract/kernel/audit'

/** What the audit keeps as data, in words. */

type Detail = Readonly<Record<string, unknown>>

const settingNames: Readonly<Record<string, string>> = {
  topic: '公告',
  address: '门店地址',
  policy: '线上线索策略',
  name: '门店名称',
  group: '集团',
  province: '省份',
  city: '城市',
  area: '区县',
  forbitSalesLoginPc: '禁止销售人员登录PC端',
  cityPoolEnable: '城市池',
  inTime: '上班时间',
  offTime: '下班时间',
  whites: '免签成员',
  isAlert: '签到提醒',
  restDays: '每周休息日',
  clearMinutes: '清洗时限（分钟）',
  followMinutes: '首次跟进时限（分钟）',
  fileMaxMb: '单个文件上限（MB）',
  fileQuotaMb: '文件总容量（MB）',
}

/** What `setting` concerns: `setting:policy`, `source:7`, `blocklist:3`. */
const settingName = (record: string): string => {
  const [kind = '', key = ''] = record.split(':')
  if (kind === 'source') return '自定义来源'
  return kind === 'blocklist' ? 'blc名单' : (settingNames[key] ?? key)
}

const empty = '（空）'

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return empty
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.length > 0 ? value.map(valueText).join('、') : empty
  if (typeof value === 'object')
    return Object.values(value)
      .filter((one) => one !== '' && one !== null)
      .map(valueText)
      .join('，')
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
}

const names: Readonly<Record<string, string>> = {
  exportName: '列表',
  recordTotal: '条数',
  fileName: '文件',
  created: '新建',
  duplicate: '重复',
  failed: '失败',
  reads: '打开档案数',
  minutes: '分钟内',
  misses: '未查到的号码数',
  role: '角色',
  modules: '权限',
  status: '状态',
  isAll: '资料齐全',
  remark: '备注',
}

/** The facts that have a name for people; ids and the like are left to who reads the table. */
const factsOf = (detail: Detail): string =>
  Object.entries(detail)
    .flatMap(([key, value]) => (names[key] ? [`${names[key]} ${valueText(value)}`] : []))
    .join('，')

const askedText = (detail: Detail): string =>
  Array.isArray(detail['asked'])
    ? (detail['asked'] as { label: string; text: string }[])
        .map(({ label, text }) => `${label}：${text}`)
        .join('；')
    : ''

const isKnown = (action: string): action is AuditAction => action in auditActions

/** What an action is called. */
export const titleOf = (action: string): string => (isKnown(action) ? auditActions[action].title : action)

/** What was done, in a sentence; `nameOf` a member's name. Numbers in it are still to be masked. */
export function wordsOf(
  action: string,
  record: string,
  detail: Detail,
  nameOf: (memberId: number) => string,
): string {
  if ('old' in detail && 'new' in detail) {
    const change = `${valueText(detail['old'])} → ${valueText(detail['new'])}`
    return action === 'setting' ? `${settingName(record)}：${change}` : change
  }
  if (action === 'reveal') return detail['dataType'] === 2 ? '证件号码与地址' : '手机号'
  if (typeof detail['toMemberId'] === 'number') return `转给 ${nameOf(detail['toMemberId'])}`
  return [factsOf(detail), askedText(detail)].filter(Boolean).join('；')
}

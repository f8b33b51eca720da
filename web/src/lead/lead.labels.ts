import type { ClueRow } from '@showroom/contract/lead/list.schema'
import { clearStatus, leadStatus, leadTab } from '@showroom/contract/lead/lead.rules'

/** Labels of the lead page that come from no dictionary. */

export const tabNames = {
  [leadTab.waiting]: '待清洗',
  [leadTab.unassigned]: '待分配',
  [leadTab.valid]: '有效',
  [leadTab.invalid]: '无效',
  [leadTab.unreachable]: '未接通',
  [leadTab.all]: '全部',
} as const

type Tone = 'plain' | 'busy' | 'due' | 'good' | 'bad'
interface Said {
  readonly text: string
  readonly tone: Tone
}

const statuses: Readonly<Record<number, Said>> = {
  [leadStatus.waiting]: { text: '待清洗', tone: 'due' },
  [leadStatus.unreachable]: { text: '未接通', tone: 'due' },
  [leadStatus.unassigned]: { text: '待分配', tone: 'busy' },
  [leadStatus.completed]: { text: '已完成', tone: 'good' },
  [leadStatus.invalid]: { text: '无效', tone: 'bad' },
  [leadStatus.closed]: { text: '已关闭', tone: 'plain' },
}
export const statusOf = (status: number): Said => statuses[status] ?? { text: '', tone: 'plain' }

const results: Readonly<Record<number, Said>> = {
  [clearStatus.valid]: { text: '有效', tone: 'good' },
  [clearStatus.invalid]: { text: '无效', tone: 'bad' },
  [clearStatus.unreachable]: { text: '未接通', tone: 'due' },
}
/** The cleaning result; undefined before cleaning. */
export const resultOf = (result: number): Said | undefined => results[result]

const cleaned = 2

/** 任务: the next task, or the last one done. */
export function taskOf({ status, type }: Pick<ClueRow, 'status' | 'type'>): string {
  if (status === leadStatus.waiting) return '待处理'
  if (status === leadStatus.unreachable) return '待再次联系'
  if (status === leadStatus.unassigned) return '待分配'
  if (status === leadStatus.closed) return '已关闭'
  return type === cleaned ? '清洗完成' : '分配完成'
}

export const levelOf = (clueLevel: number): string => (clueLevel === 1 ? '一级' : '二级')

const minute = 60
const hour = 3600

/** `12分30秒`; empty if negative, which means that the clock still runs. */
export function spanText(seconds: number): string {
  if (seconds < 0) return ''
  if (seconds < minute) return `${seconds}秒`
  const [hours, minutes, rest] = [
    Math.floor(seconds / hour),
    Math.floor((seconds % hour) / minute),
    seconds % minute,
  ]
  if (hours === 0) return rest > 0 ? `${minutes}分${rest}秒` : `${minutes}分`
  return minutes > 0 ? `${hours}小时${minutes}分` : `${hours}小时`
}

/** `29:05` or `1:59:05`: a countdown. */
export function clockOf(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const [hours, minutes, rest] = [
    Math.floor(seconds / hour),
    Math.floor((seconds % hour) / minute),
    seconds % minute,
  ]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`
}

import { dashboardDateType, type DashboardDateType } from '@showroom/contract/dashboard/dashboard.rules'

/** The dashboard's texts. */

export const dateTypes: readonly { readonly value: DashboardDateType; readonly label: string }[] = [
  { value: dashboardDateType.today, label: '今日' },
  { value: dashboardDateType.week, label: '本周' },
  { value: dashboardDateType.month, label: '本月' },
  { value: dashboardDateType.year, label: '本年' },
  { value: dashboardDateType.all, label: '全部' },
]

/** `12.5%`; "--" for null. */
export const percentText = (rate: number | null): string => (rate === null ? '--' : `${rate}%`)

export interface Change {
  readonly way: 'up' | 'down' | 'flat'
  readonly text: string
}

/** Change against yesterday: `↑ 12.5%`; "--" if yesterday had nothing. */
export function changeWords(rate: number | null | undefined): Change {
  if (rate === null || rate === undefined) return { way: 'flat', text: rate === null ? '--' : '' }
  if (rate === 0) return { way: 'flat', text: '持平' }
  return { way: rate > 0 ? 'up' : 'down', text: `${rate > 0 ? '↑' : '↓'} ${Math.abs(rate)}%` }
}

/** `4分20秒`; "--" if nothing was measured. */
export function secondsWords(seconds: number): string {
  if (seconds < 0) return '--'
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  if (minutes >= 60) return `${Math.floor(minutes / 60)}小时${minutes % 60}分`
  return minutes > 0 ? `${minutes}分${rest}秒` : `${rest}秒`
}

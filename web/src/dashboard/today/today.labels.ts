import type { TodayPart } from '@showroom/contract/dashboard/today.rules'
import type { TodayAnswer, TodayRow } from '@showroom/contract/dashboard/today.schema'
import { clockText } from '@showroom/contract/kernel/day'

export const partTitles: Readonly<Record<TodayPart, string>> = {
  now: '现在',
  overdue: '逾期',
  today: '今日',
  later: '接下来',
}

/** How many rows of a part the server did not list. */
export const leftOf = (part: TodayPart, { leads, overdue, today }: TodayAnswer['left']): number =>
  ({ now: leads, overdue, today, later: 0 })[part]

/** Announces an arrival while the rows were held, otherwise the number of new rows. */
export function addedText(added: readonly TodayRow[]): string {
  const arrived = added.find(({ cameAt }) => cameAt > 0)
  if (arrived) return `${arrived.name} ${clockText(arrived.cameAt)} 到店，请前往展厅接待`
  return added.length > 0 ? `新增 ${added.length} 条` : ''
}

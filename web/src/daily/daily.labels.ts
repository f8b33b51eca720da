import { dailyState } from '@showroom/contract/daily/daily.rules'
import type { DailyReport } from '@showroom/contract/daily/daily.schema'

type Stated = Pick<DailyReport, 'state' | 'isDue' | 'isMissing' | 'isLate'>

/** State of a day’s report in a word; empty for a day without one on which none is expected. */
export function stateText({ state, isDue, isMissing, isLate }: Stated): string {
  if (state === dailyState.returned) return '已退回'
  if (state === dailyState.handedIn) return isLate ? '晚交' : '已交'
  if (isMissing) return '未交'
  return isDue ? '待交' : ''
}

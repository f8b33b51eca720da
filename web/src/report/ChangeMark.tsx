import { changeRate } from '@showroom/contract/report/period.rules'
import { withCommas } from '../ui/withCommas'
import './report.css'

/**
 * A number's change against the same part of the previous period: up, down, flat; `--` and flat if there is nothing
 * to compare with. A rise of a loss, such as defeats, is bad news.
 */
export function ChangeMark({ count, before, isLoss }: { count: number; before: number; isLoss: boolean }) {
  const rate = changeRate(count, before)
  const [tone, arrow, word] =
    rate === null || rate === 0
      ? (['flat', '→', '持平'] as const)
      : rate > 0
        ? ([isLoss ? 'poor' : 'good', '↑', '上升'] as const)
        : ([isLoss ? 'good' : 'poor', '↓', '下降'] as const)
  return (
    <span className={`sr-change sr-change-${tone}`} title={`同期 ${withCommas(before)}`}>
      <span aria-hidden>{arrow}</span>
      <span className="sr-visually-hidden">{word}</span>
      {rate === null ? '--' : `${Math.abs(rate)}%`}
    </span>
  )
}

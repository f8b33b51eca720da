import { changeRate } from '@showroom/contract/report/period.rules'

/**
 * A number's change against the same part of the previous period: up, down, flat; `--` and flat if there is nothing
 * to compare with.
 */
export function ChangeMark({ count, before }: { count: number; before: number }) {
  const rate = changeRate(count, before)
  const [tone, arrow, word] =
    rate === null || rate === 0
      ? (['flat', '→', '持平'] as const)
      : rate > 0
        ? (['up', '↑', '上升'] as const)
        : (['down', '↓', '下降'] as const)
  return (
    <span className={`sr-change sr-change-${tone}`} title={`同期 ${before.toLocaleString('zh-CN')}`}>
      <span aria-hidden>{arrow}</span>
      <span className="sr-visually-hidden">{word}</span>
      {rate === null ? '--' : `${Math.abs(rate)}%`}
    </span>
  )
}

import { changeRate } from '@showroom/contract/report/period.rules'

/** How a number changed against the same part of the period before: up, down, flat; nothing to compare with is `--`, and flat. */
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

import { reachedRate } from '@showroom/contract/target/pace.rules'
import type { MeasureName } from '@showroom/contract/report/measures'
import { targetLabel } from '@showroom/contract/target/target.rules'
import './bars.css'

interface TargetBarsProps {
  paces: readonly {
    readonly measure: MeasureName
    readonly done: number
    readonly target: number
    readonly due: number | null
    readonly forecast: number | null
  }[]
}

/** One bar a measure: done of its target, with a mark at what was due by now. */
export const TargetBars = ({ paces }: TargetBarsProps) => (
  <ul className="sr-target-bars">
    {paces.map(({ measure, done, target, due, forecast }) => {
      const rate = reachedRate(done, target) ?? 0
      const at = reachedRate(due ?? 0, target) ?? 0
      return (
        <li key={measure} title={`到现在应完成 ${due ?? '--'}，预计 ${forecast ?? '--'}`}>
          <span>{targetLabel(measure)}</span>
          <span className="sr-target-bars-bar" aria-hidden>
            <span style={{ width: `${Math.min(100, rate)}%` }} data-reached={rate >= 100 || undefined} />
            {at > 0 && at < 100 && <i style={{ left: `${at}%` }} />}
          </span>
          <span className="sr-num">
            {done} / {target} · {Math.round(rate)}%
          </span>
        </li>
      )
    })}
  </ul>
)

import { reachedRate } from '@showroom/contract/target/pace.rules'
import { targetLabel, targetMeasures } from '@showroom/contract/target/target.rules'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '../frame/session'
import { thisMonthQuery } from './target.queries'
import './bars.css'

const radius = 18
const around = 2 * Math.PI * radius

export function OwnRings() {
  const { profile } = useSession()
  const { data } = useQuery(thisMonthQuery())
  const own = data?.members.find(({ memberId }) => memberId === profile.memberId)?.numbers
  const measures = own ? targetMeasures.filter((measure) => own[measure].target !== null) : []
  if (!own || measures.length === 0) return null
  return (
    <section className="sr-panel sr-target-own" aria-labelledby="own-targets">
      <h2 id="own-targets">
        <Link to="/target">本月目标</Link>
      </h2>
      <ul className="sr-target-rings">
        {measures.map((measure) => {
          const { done, target, due, forecast, perDay } = own[measure]
          const rate = reachedRate(done, target) ?? 0
          return (
            <li key={measure} title={`到现在应完成 ${due ?? '--'}，预计 ${forecast ?? '--'}`}>
              <svg
                className="sr-target-ring"
                viewBox="0 0 44 44"
                role="img"
                aria-label={`${targetLabel(measure)}完成 ${rate}%`}
                data-reached={rate >= 100 || undefined}
              >
                <circle cx="22" cy="22" r={radius} />
                <circle
                  cx="22"
                  cy="22"
                  r={radius}
                  strokeDasharray={`${(Math.min(100, rate) / 100) * around} ${around}`}
                />
                <text x="22" y="26">
                  {Math.round(rate)}%
                </text>
              </svg>
              <div>
                {targetLabel(measure)}
                <small className="sr-num">
                  {done} / {target}
                </small>
                {perDay !== null && perDay > 0 && <small className="sr-num">每天 {perDay}</small>}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

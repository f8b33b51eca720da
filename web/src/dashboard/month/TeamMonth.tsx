import { behindBy } from '@showroom/contract/dashboard/month.rules'
import { targetLabel, type TargetMeasure } from '@showroom/contract/target/target.rules'
import type { TargetNumbers } from '@showroom/contract/target/target.schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { thisMonthQuery } from '../../target/public'
import { EmptyState } from '../../ui/EmptyState'
import { RowsSkeleton } from '../../ui/Skeletons'
import { withCommas } from '../../ui/withCommas'
import { PaceBar } from './PaceBar'
import './month.css'

/** Members shown at first. */
const shownAtFirst = 8

/** The last two leave room on a phone. */
const measures: readonly TargetMeasure[] = [
  'orders',
  'deliveries',
  'visits',
  'leadsValid',
  'testDrives',
  'files',
]

/** The month of each member: what is done of the target, red where it is behind. */
export function TeamMonth() {
  const { data } = useQuery(thisMonthQuery())
  const [isWhole, setWhole] = useState(false)
  const members = (data?.members ?? []).filter(({ numbers }) =>
    measures.some((measure) => numbers[measure].done > 0 || numbers[measure].target !== null),
  )
  const visible = isWhole ? members : members.slice(0, shownAtFirst)
  return (
    <section className="sr-panel sr-team" aria-labelledby="team-month-title">
      <header className="sr-dash-head">
        <h2 id="team-month-title">团队本月</h2>
      </header>
      {!data ? (
        <RowsSkeleton rows={shownAtFirst} />
      ) : members.length === 0 ? (
        <EmptyState title="本月还没有业绩" hint="建档、到店、试驾、订车和交车会按成员列在这里。" />
      ) : (
        <>
          <table className="sr-team-table sr-monthly-team">
            <thead>
              <tr>
                <th scope="col">成员</th>
                {measures.map((measure) => (
                  <th key={measure} scope="col" className="sr-number">
                    {targetLabel(measure)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {visible.map(({ memberId, name, isLeft, numbers }) => (
                <tr key={memberId}>
                  <th scope="row">
                    <span className="sr-team-name" title={name}>
                      {name}
                    </span>
                    {isLeft && <span className="sr-team-frozen">已离职</span>}
                  </th>
                  {measures.map((measure) => (
                    <td key={measure} className="sr-number">
                      <Cell of={numbers[measure]} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {members.length > shownAtFirst && (
            <button
              type="button"
              className="sr-team-more"
              aria-expanded={isWhole}
              onClick={() => setWhole(!isWhole)}
            >
              {isWhole ? '收起' : `显示全部 ${members.length} 人`}
            </button>
          )}
        </>
      )}
    </section>
  )
}

function Cell({ of }: { of: TargetNumbers }) {
  const behind = behindBy(of)
  return (
    <span className="sr-monthly-cell sr-num" title={behind > 0 ? `落后 ${behind}` : undefined}>
      <span>
        <span className={behind > 0 ? 'sr-monthly-late' : of.done > 0 ? '' : 'sr-quiet'}>
          {withCommas(of.done)}
        </span>
        {of.target !== null && <span className="sr-quiet"> / {withCommas(of.target)}</span>}
      </span>
      <PaceBar of={of} />
    </span>
  )
}

import type { WallStates } from '@showroom/contract/report/wall.schema'
import { Term } from './Term'
import { Change, Rank } from './WallRate'
import { withCommas } from '../../ui/withCommas'

/** 关键业务节点: the events, with the test drives of the same customers. */
export function StateTable({ data }: { data: WallStates['data'] }) {
  return (
    <section className="sr-wall-panel sr-wall-states" aria-labelledby="wall-states">
      <div className="sr-wall-panel-title">
        <h2 id="wall-states">
          <Term name="state" />
        </h2>
      </div>
      <div className="sr-wall-panel-body">
        <table className="sr-wall-table">
          <thead>
            <tr>
              <th scope="col">节点</th>
              <th scope="col" colSpan={2}>
                数量
              </th>
              <th scope="col">同城排名</th>
              <th scope="col">
                <Term name="driven" />
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ name, thisCount, rate, thisRank, testDriveCount, isLoss }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="sr-wall-number">{withCommas(thisCount)}</td>
                <td className="sr-wall-beside">
                  <Change rate={rate} isLoss={isLoss} />
                </td>
                <td className="sr-wall-place">
                  {thisRank > 0 ? <Rank place={thisRank} count={thisCount} isLoss={isLoss} /> : '--'}
                </td>
                <td className="sr-wall-number">{withCommas(testDriveCount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

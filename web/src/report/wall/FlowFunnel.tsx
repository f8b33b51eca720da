import type { WallFunnel } from '@showroom/contract/report/wall.schema'
import { Term } from './Term'
import { Change, percent } from './WallRate'
import { withCommas } from '../../ui/withCommas'

/**
 * 线索流转. The stages narrow by their order, not by their numbers: 3 orders of 900 leads would be a hairline. It is a
 * table drawn by CSS alone, so that screen readers can read it and it stays as sharp on a wall as its text.
 */
export function FlowFunnel({ data }: { data: WallFunnel['data'] }) {
  return (
    <section className="sr-wall-panel sr-wall-flow" aria-labelledby="wall-flow">
      <div className="sr-wall-panel-title">
        <h2 id="wall-flow">
          <Term name="flow" />
        </h2>
      </div>
      <table className="sr-wall-funnel">
        <thead className="sr-visually-hidden">
          <tr>
            <th scope="col">阶段</th>
            <th scope="col">占上一阶段</th>
            <th scope="col">占全部线索</th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ name, count, rate1, rate2, compareRate1, compareRate2 }, place) => (
            <tr key={name}>
              <th scope="row" className={`sr-wall-stage sr-wall-stage-${place + 1}`}>
                <span className="sr-wall-stage-shape">
                  {name}
                  <span className="sr-wall-stage-count">{withCommas(count)}</span>
                </span>
              </th>
              {place > 0 && (
                <>
                  <Conversion name="占上一阶段" rate={rate1} change={compareRate1} />
                  <Conversion name="占全部线索" rate={rate2} change={compareRate2} />
                </>
              )}
              {place === 0 && <td colSpan={2} aria-label="全部线索" />}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Conversion = ({ name, rate, change }: { name: string; rate: number | null; change: number | null }) => (
  <td className="sr-wall-conversion">
    <span className="sr-wall-conversion-name" aria-hidden>
      {name}
    </span>
    <span className="sr-wall-conversion-rate">{percent(rate)}</span>
    <Change rate={change} unit="" />
  </td>
)

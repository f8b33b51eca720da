import type { WallSourceRow, WallSources } from '@showroom/contract/report/wall.schema'
import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Term } from './Term'
import { unrankedFrom } from './unranked'
import { usePages } from './usePages'
import { Change, percent, Rank } from './WallRate'
import { withCommas } from '../../ui/withCommas'

type Channel = WallSources['data'][number]

/** Height to which a row grows where few rows share the panel, in rem. */
const tallestRem = 5

/**
 * 线索构成及渠道健康度. On a wall as many rows as fit, page by page; elsewhere all rows, with channels that fold. Few rows
 * share the panel's height.
 */
export function SourceTable({
  data,
  isFull,
  isTurning,
}: {
  data: readonly Channel[]
  isFull: boolean
  isTurning: boolean
}) {
  const groups = data.map(({ children }) => children.length)
  const { body, page, pages, turnTo, part, fill } = usePages({ groups, isFull, isTurning })
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const isFolded = ({ name }: Channel): boolean => !isFull && folded.has(name)
  const rowsOf = (channel: Channel): Channel['children'] =>
    isFolded(channel) ? [] : channel.children.slice(...part(channel.children.length))
  const rows = data.reduce((sum, channel) => sum + 1 + rowsOf(channel).length, 1)
  const fold = (name: string): void =>
    setFolded((old) =>
      old.has(name) ? new Set([...old].filter((one) => one !== name)) : new Set([...old, name]),
    )
  return (
    <section className="sr-wall-panel sr-wall-sources" aria-labelledby="wall-sources">
      <div className="sr-wall-panel-title">
        <h2 id="wall-sources">
          <Term name="source" />
        </h2>
        {pages > 1 && (
          <span className="sr-wall-pages">
            {Array.from({ length: pages }, (_, at) => (
              <button
                key={at}
                type="button"
                className="sr-wall-page"
                aria-label={`第${at + 1}页，共${pages}页`}
                aria-current={at === page}
                onClick={() => turnTo(at)}
              />
            ))}
          </span>
        )}
      </div>
      <div ref={body} className="sr-wall-panel-body">
        <table className="sr-wall-table" style={{ height: `min(${fill * 100}%, ${rows * tallestRem}rem)` }}>
          <thead>
            <tr>
              <th scope="col">渠道</th>
              <th scope="col" colSpan={2}>
                线索量
              </th>
              <th scope="col">同城排名</th>
              <th scope="col" colSpan={2}>
                重复
              </th>
              <th scope="col" colSpan={2}>
                无效
              </th>
              <th scope="col" colSpan={2}>
                有效客户
              </th>
            </tr>
          </thead>
          {data.map((channel) => (
            <tbody key={channel.name}>
              <SourceRow
                row={channel}
                {...(!isFull && { isFolded: isFolded(channel), onFold: () => fold(channel.name) })}
                isChannel
                unranked={unrankedFrom([channel], 0)}
              />
              {rowsOf(channel).map((row, at, all) => (
                <SourceRow key={row.name} row={row} unranked={unrankedFrom(all, at)} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </section>
  )
}

interface RowProps {
  row: WallSourceRow
  isChannel?: boolean
  /** From `unrankedFrom`. */
  unranked: number
  isFolded?: boolean
  onFold?: () => void
}

function SourceRow({ row, isChannel = false, unranked, isFolded, onFold }: RowProps) {
  return (
    <tr className={isChannel ? 'sr-wall-channel' : undefined}>
      <th scope="row">
        {onFold ? (
          <button
            type="button"
            className="sr-wall-fold sr-printed"
            aria-expanded={!isFolded}
            onClick={onFold}
          >
            {isFolded ? <RightOutlined aria-hidden /> : <DownOutlined aria-hidden />}
            {row.name}
          </button>
        ) : (
          row.name
        )}
      </th>
      <td className="sr-wall-number">{withCommas(row.thisCount)}</td>
      <td className="sr-wall-beside">
        <Change rate={row.rate} />
      </td>
      {row.thisRank > 0 && (
        <td className="sr-wall-place">
          <Rank place={row.thisRank} count={row.thisCount} />
        </td>
      )}
      {unranked > 0 && (
        <td className="sr-wall-place sr-wall-closed" rowSpan={unranked}>
          暂不开放
        </td>
      )}
      <Part count={row.thisRepeatCount} rate={row.repeatRate} />
      <Part count={row.thisInvalidCount} rate={row.invalidRate} />
      <Part count={row.thisValidCount} rate={row.validRate} />
    </tr>
  )
}

const Part = ({ count, rate }: { count: number; rate: number | null }) => (
  <>
    <td className="sr-wall-number">{withCommas(count)}</td>
    <td className="sr-wall-beside">{percent(rate)}</td>
  </>
)

import type { WallSummary } from '@showroom/contract/report/wall.schema'
import { Change, Rank, RankChange } from './WallRate'
import { Term } from './Term'
import { withCommas } from '../../ui/withCommas'

/** A headline number: the count, its change against the previous period, and the store's rank in its city. */
export function WallCard({ title, summary }: { title: string; summary: WallSummary | undefined }) {
  const { data, rankTotal } = summary ?? {}
  return (
    <section className="sr-wall-card" aria-label={title}>
      <h2 className="sr-wall-card-title">{title}</h2>
      <p className="sr-wall-card-count">{data ? withCommas(data.thisCount) : '--'}</p>
      <p className="sr-wall-card-rate">
        <Term name="rate" />
        {data && <Change rate={data.rate} />}
      </p>
      <div className="sr-wall-card-rank">
        <p className="sr-wall-card-place">
          {data && data.thisRank > 0 ? <Rank place={data.thisRank} count={data.thisCount} /> : '--'}
        </p>
        <p className="sr-wall-card-of">
          <Term name="rank" />
          {rankTotal !== undefined && <span>共{rankTotal}家</span>}
        </p>
        <p className="sr-wall-card-moved">{data && <RankChange {...data} />}</p>
      </div>
    </section>
  )
}

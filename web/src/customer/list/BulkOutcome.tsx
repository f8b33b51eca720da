import { bulkStatus } from '@showroom/contract/customer/customer.api'
import type { BulkStatus } from '@showroom/contract/customer/bulk.schema'
import { useQuery } from '@tanstack/react-query'
import { Progress } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { queryOf } from '../../api/query'
import { actionNames, type Outcome } from './bulk'
import { useBulkEnd } from './useBulk'
import './bulk.css'
import { withCommas } from '../../ui/withCommas'

const lookMs = 1000

/** The progress of a bulk action that the server's worker runs; the page stays usable. */
export function BulkOutcome({ outcome }: { outcome: Outcome }) {
  const { data } = useQuery({
    ...queryOf(bulkStatus, { bulkId: outcome.bulkId }),
    refetchInterval: lookMs,
    staleTime: 0,
  })
  const end = useBulkEnd()
  const ended = useEffectEvent((done: BulkStatus) => end(done))
  const hasEnded = data?.isDone ?? false
  useEffect(() => {
    if (hasEnded && data) ended(data)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it ends
  }, [hasEnded])
  const report = data ?? ('action' in outcome ? outcome : undefined)
  // After a page reload only the id is known, so nothing is shown until the status arrives.
  if (!report) return null
  const { action, memberName, doneTotal, total } = report
  return (
    <section className="sr-bulk-going" aria-label="批量操作进度">
      <p>
        正在{actionNames[action]} <b className="sr-num">{withCommas(doneTotal)}</b> /{' '}
        <span className="sr-num">{withCommas(total)}</span> 位{memberName && ` → ${memberName}`}
        ，可离开此页
      </p>
      <Progress
        percent={total === 0 ? 0 : Math.floor((doneTotal / total) * 100)}
        showInfo={false}
        size="small"
        strokeColor="var(--sr-primary)"
        aria-label="进度"
      />
    </section>
  )
}

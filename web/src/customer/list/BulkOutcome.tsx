import { bulkStatus } from '@showroom/contract/customer/customer.api'
import type { BulkStatus } from '@showroom/contract/customer/bulk.schema'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Progress } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { queryOf } from '../../api/query'
import { LeftDialog } from '../../ui/list/LeftDialog'
import { withCommas } from '../../ui/list/ListFoot'
import { actionNames, bulkStore, isDone, type Outcome } from './bulk'
import { useBulkEnd } from './useBulk'
import './bulk.css'

/** The progress of a bulk action, and at its end the customers that were skipped with reasons. */
export const BulkOutcome = ({ outcome }: { outcome: Outcome }) =>
  isDone(outcome) ? <Left status={outcome} /> : <Going outcome={outcome} />

const lookMs = 1000

/** The server's worker runs the action; the page stays usable. */
function Going({ outcome }: { outcome: Outcome }) {
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
  const told = data ?? ('action' in outcome ? outcome : undefined)
  // After a page reload only the id is known, so nothing is shown until the status arrives.
  if (!told) return null
  const { action, memberName, doneTotal, total } = told
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

/** Skipped customers with their reasons. */
function Left({ status }: { status: BulkStatus }) {
  const { action, successTotal, failTotal, failures } = status
  const close = (): void => bulkStore.put(undefined)
  return (
    <LeftDialog
      action={actionNames[action]}
      successTotal={successTotal}
      failTotal={failTotal}
      rows={failures.map(({ customerId: id, ...row }) => ({ ...row, id }))}
      unit="位"
      renderName={({ id, name }) => (
        <Link to="/customer/detail/$customerId" params={{ customerId: String(id) }} onClick={close}>
          {name}
        </Link>
      )}
      onClose={close}
    />
  )
}

import { bulkStatus } from '@showroom/contract/customer/customer.api'
import type { BulkStatus } from '@showroom/contract/customer/bulk.schema'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Progress } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { queryOf } from '../../api/query'
import { LeftDialog } from '../../ui/list/LeftDialog'
import { withCommas } from '../../ui/list/ListFoot'
import { actionNames, bulkStore, type Outcome } from './bulk'
import { useBulkEnd } from './useBulk'
import './bulk.css'

/** What becomes of something done to many: how far it is, and at the end of those that were left why. */
export const BulkOutcome = ({ outcome }: { outcome: Outcome }) =>
  outcome.status.isDone ? <Left status={outcome.status} /> : <Going outcome={outcome} />

const lookMs = 1000

/** The worker is at it. The page goes on meanwhile. */
function Going({ outcome: { status, about } }: { outcome: Outcome }) {
  const { data } = useQuery({
    ...queryOf(bulkStatus, { bulkId: status.bulkId }),
    refetchInterval: lookMs,
    staleTime: 0,
  })
  const end = useBulkEnd()
  const ended = useEffectEvent((done: BulkStatus) => end(done, about))
  const isDone = data?.isDone ?? false
  useEffect(() => {
    if (isDone && data) ended(data)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it ends
  }, [isDone])
  const { action, doneTotal, total } = data ?? status
  return (
    <section className="sr-bulk-going" aria-label="批量操作进度">
      <p>
        正在{actionNames[action]} <b className="sr-num">{withCommas(doneTotal)}</b> /{' '}
        <span className="sr-num">{withCommas(total)}</span> 位，可离开此页
      </p>
      <Progress
        percent={total === 0 ? 0 : Math.floor((doneTotal / total) * 100)}
        showInfo={false}
        size="small"
        aria-label="进度"
      />
    </section>
  )
}

/** Why each that was left was left. */
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

import type { FailRow } from '@showroom/contract/review/list.schema'
import { confirmFail } from '@showroom/contract/review/review.api'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'
import { useKeptPlace } from '../ui/queue/useKeptPlace'
import { useStableCallback } from '../ui/stableMemo'
import { AgreeDialog } from './AgreeDialog'
import type { Decisions } from './Decide'
import { RejectFromList, useReject } from './RejectFromList'
import { invalidateReviews } from './review.queries'

/** The decisions on a row, if the member may make them, and the dialog of the current one. */
export function useDecisions(rows: readonly FailRow[] | undefined) {
  const queries = useQueryClient()
  const [agreeing, setAgreeing] = useState<FailRow>()
  const changed = (): void => void invalidateReviews(queries)
  const { start, opening, rejecting, end } = useReject(changed)
  const keepPlace = useKeptPlace(rows)
  const agree = useStableCallback((row: FailRow): void => {
    keepPlace(row)
    setAgreeing(row)
  })
  const reject = useStableCallback((row: FailRow): void => {
    keepPlace(row)
    start(row)
  })
  const isOffered = may(useSession(), confirmFail)
  const decisions = useMemo(
    (): Decisions | undefined => (isOffered ? { agree, reject, opening } : undefined),
    [isOffered, agree, reject, opening],
  )
  const dialogs = (
    <>
      {agreeing && <AgreeDialog row={agreeing} onChanged={changed} onClosed={() => setAgreeing(undefined)} />}
      {rejecting && (
        <RejectFromList
          row={rejecting}
          onClosed={() => {
            end()
            changed()
          }}
        />
      )}
    </>
  )
  return { decisions, dialogs }
}

import { timelines } from '@showroom/contract/customer/customer.api'
import { timelineType } from '@showroom/contract/customer/customer.rules'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import type { TimelineRow } from '@showroom/contract/customer/timeline.schema'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../api/client'

interface Loaded {
  readonly rows: readonly TimelineRow[]
  readonly hasOlder: boolean
}

/** The timeline rows loaded so far: the newest come with the file, and older ones stay once loaded. */
export function useOlderTimeline({ customer, timelines: newest, timelineTotal }: CustomerProfile) {
  const [loaded, setLoaded] = useState<Loaded>()
  const older = loaded && !hasMergedSince(newest, loaded.rows) ? loaded : undefined
  // Rows pushed out of the newest by new ones are among the loaded ones.
  const rows = older ? [...newest, ...without(older.rows, newest)] : newest
  const { mutate, isPending, isError } = useMutation({
    meta: { isShown: true },
    mutationFn: (beforeId: number) => callApi(timelines, { customerId: customer.id, beforeId }),
    onSuccess: (page) =>
      setLoaded({ rows: [...rows, ...without(page.timelines, rows)], hasOlder: page.hasOlder }),
  })
  return {
    rows,
    hasOlder: older ? older.hasOlder : timelineTotal > newest.length,
    isLoading: isPending,
    isFailed: isError,
    loadOlder: () => mutate(rows.at(-1)?.id ?? 0),
  }
}

const without = (rows: readonly TimelineRow[], others: readonly TimelineRow[]): TimelineRow[] => {
  const ids = new Set(others.map(({ id }) => id))
  return rows.filter(({ id }) => !ids.has(id))
}

/** A merge adds old rows between those loaded before, so the loaded ones are discarded. */
const hasMergedSince = (newest: readonly TimelineRow[], loaded: readonly TimelineRow[]): boolean =>
  without(newest, loaded).some(({ type }) => type === timelineType.merged)

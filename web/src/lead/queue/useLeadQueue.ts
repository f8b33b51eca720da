import type { ClueRow } from '@showroom/contract/lead/list.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../frame/session'
import type { PageInSight } from '../../ui/queue/order'
import { useLiveOrder } from '../../ui/queue/useLiveOrder'
import { useOutcomes, useWorkQueue, type WorkQueue } from '../../ui/queue/useWorkQueue'
import type { LeadListState } from '../list/lead.fields'
import { leadListQuery } from '../lead.queries'
import { asksForHandling } from './lead.queue'

export type LeadQueue = Omit<WorkQueue<ClueRow>, 'row'>

const idOf = ({ clueId }: Pick<ClueRow, 'clueId'>): number => clueId

/** Steps through the leads of the list one by one. */
export function useLeadQueue(list: LeadListState, page: PageInSight<ClueRow>): LeadQueue {
  const { filter, opened } = list
  const queries = useQueryClient()
  const session = useSession()
  const outcomes = useOutcomes(opened > 0)
  const order = useLiveOrder({
    list,
    page,
    idOf,
    read: async (pageStart) => {
      const query = leadListQuery({ ...filter, pageStart })
      return (await queries.query({ ...query, staleTime: 0 })).data
    },
    asks: (row) => asksForHandling(filter.activityType, row, { ...session, flags: session }),
  })
  return useWorkQueue({ list, rows: page.rows, idOf, order, outcomes, atEnd: 'close' })
}

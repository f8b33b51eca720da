import * as customer from '@showroom/contract/customer/customer.api'
import type { CustomerRow } from '@showroom/contract/customer/list.schema'
import { useQueryClient } from '@tanstack/react-query'
import { queryOf } from '../../api/query'
import type { PageInSight, QueueOrder } from '../../ui/queue/order'
import { useFrozenOrder } from '../../ui/queue/useFrozenOrder'
import { useOutcomes, useWorkQueue } from '../../ui/queue/useWorkQueue'
import { isOpen, mayBeFollowed } from '../customer.labels'
import { customerListQuery } from '../customer.queries'
import { FollowDrawer } from '../follow/FollowDrawer'
import type { CustomerListState } from './customer.fields'

export interface FollowFromListProps {
  list: Pick<CustomerListState, 'filter'>
  page: PageInSight<CustomerRow>
  /** The open customer; 0 for none. Stays mounted even then, to return focus to its row. */
  opened: number
  open: (customerId: number) => void
}

const idOf = ({ customerId }: CustomerRow): number => customerId

/** Follows up the list's customers one by one, in the order the list had at the start. */
export function FollowFromList({ list: { filter }, page, opened, open }: FollowFromListProps) {
  const queries = useQueryClient()
  const outcomes = useOutcomes(opened > 0)
  const list = { opened, open: (id: number) => open(id), filter }
  const order = useFrozenOrder({
    list,
    page,
    idOf,
    outcomes: outcomes[0],
    read: async (part) => {
      const query = customerListQuery({ ...filter, ...part })
      const { data } = await queries.query({ ...query, staleTime: 0 })
      return data.filter(isOpen)
    },
  })
  const queue = useWorkQueue({
    list,
    rows: page.rows,
    idOf,
    order: { ...order, ahead: () => followable(order.ahead()) },
    outcomes,
    readRow: ({ customerId }) => queries.query({ ...queryOf(customer.get, { customerId }), staleTime: 0 }),
    atEnd: 'tell',
    opensByKey: false,
  })
  if (opened === 0) return null
  const { row } = order
  return (
    <FollowDrawer
      customerId={opened}
      name={row?.name}
      queue={{
        ...queue,
        title: '跟进客户',
        finished: '列表中的客户已跟进',
        isAddressed: false,
        beyond: order.beyond,
        saved: (text) => queue.saved(`${row?.name ?? ''}：${text}`),
      }}
      onClosed={queue.close}
    />
  )
}

async function* followable(rows: ReturnType<QueueOrder<CustomerRow>['ahead']>) {
  for await (const ahead of rows) if (mayBeFollowed(ahead.row)) yield ahead
}

import { drives as drivesCall } from '@showroom/contract/appointment/appointment.api'
import { dayStart } from '@showroom/contract/kernel/day'
import { taskFilter } from '@showroom/contract/task/task.rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nowSeconds } from '../../api/clock'
import { queryOf } from '../../api/query'
import { StepDialog } from '../../appointment/public'
import { FollowDrawer } from '../../customer/public'
import { LeadDrawer } from '../../lead/public'
import { taskList, type useTaskQueue } from '../../task/public'
import { useFrozenOrder } from '../../ui/queue/useFrozenOrder'
import { useOutcomes, useWorkQueue } from '../../ui/queue/useWorkQueue'

/** Forms that rows of work open. */

/** All rows are one page of the queue. */
export const filter = { ...taskList.usual, filterType: taskFilter.today, pageCount: 200 }
export const pageOf = <Row,>(
  rows: readonly Row[],
  { pageStart, pageCount }: { pageStart: number; pageCount: number },
) => rows.slice((pageStart - 1) * pageCount, pageStart * pageCount)

/** Follows up the opened task of a list on the overview, which holds no task in its address. */
export const TaskFollow = ({ opened, queue }: { opened: number; queue: ReturnType<typeof useTaskQueue> }) =>
  opened > 0 && (
    <FollowDrawer
      customerId={queue.row?.customerId}
      name={queue.row?.customerName}
      activityId={opened}
      queue={{ ...queue, isAddressed: false }}
      onClosed={queue.close}
    />
  )

interface LeadsProps {
  /** The list's leads in their order; 0 for other rows. */
  ids: readonly number[]
  opened: number
  open: (clueId: number) => void
}

const leadIdOf = ({ clueId }: { clueId: number }): number => clueId

/** Handles the opened lead, then the next one. */
export function LeadsDrawer({ ids, opened, open }: LeadsProps) {
  const leads = ids.filter((id) => id > 0).map((clueId) => ({ clueId }))
  const list = { filter, opened, open }
  const outcomes = useOutcomes(opened > 0)
  const order = useFrozenOrder({
    list,
    page: { rows: leads, total: leads.length },
    idOf: leadIdOf,
    outcomes: outcomes[0],
    read: async (part) => pageOf(leads, part),
  })
  const queue = useWorkQueue({
    list,
    rows: leads,
    idOf: leadIdOf,
    order,
    outcomes,
    atEnd: 'close',
    opensByKey: false,
  })
  return <LeadDrawer clueId={opened} queue={queue} />
}

/** Hands over the keys of a test drive of today, or takes the car back. */
export function DriveStep({ activityId, onClosed }: { activityId: number; onClosed: () => void }) {
  const { data } = useQuery(queryOf(drivesCall, { day: dayStart(nowSeconds()) }))
  const [opened] = useState(() => ({
    drive: undefined as NonNullable<typeof data>['data'][number] | undefined,
  }))
  // The dialog keeps its drive, which changes when the step is done.
  opened.drive ??= data?.data.find((one) => one.activityId === activityId)
  return opened.drive ? <StepDialog drive={opened.drive} onClosed={onClosed} /> : null
}

import { worksOnCustomers } from '@showroom/contract/customer/customer.rights'
import type { TaskRow } from '@showroom/contract/task/task.schema'
import { Link } from '@tanstack/react-router'
import { DialButton, LevelChip, useReveal } from '../customer/public'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'
import { Cards } from '../ui/list/Cards'
import { stableMemo } from '../ui/stableMemo'
import { ContentCell, DayCell, KindCell } from './TaskCells'
import { FollowButton, type TaskRowsProps } from './TaskTable'

/** The list on narrow screens: one card per task. The card opens the customer, its button the follow-up. */
export const TaskCards = stableMemo(function TaskCards({ list, isDone, ...rows }: TaskRowsProps) {
  const isWork = may(useSession(), { may: worksOnCustomers }) && !isDone
  return (
    <Cards {...rows} idOf={({ activityId }) => activityId}>
      {(row) => (
        <div className="sr-card sr-task-card">
          <CardLink row={row} isDone={isDone} />
          <span className="sr-card-line">
            <KindCell type={row.activityType} />
            <span className="sr-cut sr-quiet">{row.ownerName}</span>
            {isWork && (
              <span className="sr-card-end">
                <Dial row={row} open={() => list.open(row.activityId, { push: true })} />{' '}
                <FollowButton row={row} list={list} />
              </span>
            )}
          </span>
        </div>
      )}
    </Cards>
  )
})

const Dial = ({ row, open }: { row: TaskRow; open: () => void }) => (
  <DialButton
    numbers={useReveal(row.customerId, 'numbers')}
    className="sr-task-follow"
    size="small"
    open={open}
  />
)

const CardLink = ({ row, isDone }: { row: TaskRow; isDone: boolean }) => (
  <Link
    className="sr-task-card-link"
    to="/customer/detail/$customerId"
    params={{ customerId: String(row.customerId) }}
    data-row-link={row.activityId}
  >
    <span className="sr-card-line">
      <span className="sr-row-name">{row.customerName}</span>
      <LevelChip level={row.level} />
      <span className="sr-card-end">
        <DayCell row={row} isDone={isDone} />
      </span>
    </span>
    <span className="sr-card-line sr-quiet">
      <span className="sr-num">{row.customerMobile}</span>
      <span className="sr-cut">{row.sourceName}</span>
    </span>
    <ContentCell row={row} />
  </Link>
)

import type { BoardAnswer, PresentVisit } from '@showroom/contract/desk/board.schema'
import { waitsTooLong } from '@showroom/contract/desk/desk.rules'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { holdLine } from '../../api/live'
import { formatDay } from '../../ui/day'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { PageHeader } from '../../ui/PageHeader'
import { PageSkeleton } from '../../ui/Skeletons'
import { ArrivalButtons, ArrivalDialogs, opens } from '../ArrivalButtons'
import { HandOverVisits } from '../DeskDialogs'
import { boardQuery } from '../desk.queries'
import { FindVisitor } from './FindVisitor'
import { ExpectedList } from './ExpectedList'
import { ReceiverDialog } from './ReceiverDialog'
import { TurnPanel } from './TurnPanel'
import { useBoard } from './useBoard'
import { VisitCard } from './VisitCard'
import { useNow } from '../../ui/useNow'
import '../../ui/list/list.css'
import '../../ui/list/table/rows.css'
import './board.css'

export interface DeskDayProps {
  title: string
  /** Replaces the day beside the title. */
  hint?: string
  /** Shown between the title and the day. */
  children?: ReactNode
}

/**
 * The front desk's day: one field to find a visitor, visitors in the showroom, since when and with whom, expected ones, and the turns. Live
 * on every screen, and suited to a tablet at the reception.
 */
export function DeskDay({ title, hint, children }: DeskDayProps) {
  const { data, error, isPending, refetch } = useQuery(boardQuery())
  const [opened, open] = useState<number>(opens.nothing)
  // The reception watches the page without touching it.
  useEffect(holdLine, [])
  if (isPending) return <PageSkeleton />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="sr-board">
      <PageHeader title={title} hint={hint ?? formatDay(data.now)}>
        <ArrivalButtons open={open} />
      </PageHeader>
      {children}
      <FindVisitor onNew={() => open(opens.newTraffic)} />
      <Board board={data} />
      <ArrivalDialogs opened={opened} onClosed={() => open(opens.nothing)} />
    </div>
  )
}

function Board({ board }: { board: BoardAnswer }) {
  const now = useNow()
  const [choosing, setChoosing] = useState<PresentVisit>()
  const [handing, setHanding] = useState<PresentVisit>()
  const { give, end, isBusy } = useBoard(board)
  const { waiting, driving, received } = groupsOf(board)
  const card = (visit: PresentVisit) => (
    <VisitCard
      key={visit.visitId}
      visit={visit}
      now={now}
      suggested={board.members.find(({ memberId }) => memberId === visit.suggestedId)}
      isBusy={isBusy}
      onGive={(to) => give(visit, to)}
      onChoose={() => setChoosing(visit)}
      onHandOver={() => setHanding(visit)}
      onLeave={() => end(visit)}
    />
  )
  return (
    <>
      <Figures board={board} now={now} />
      <div className="sr-board-body">
        <div className="sr-board-visits">
          {board.data.length === 0 && (
            <EmptyState title="展厅里现在没有客户" hint="客户到店登记或确认后会出现在这里。" />
          )}
          <Group title="待接待" visits={waiting} render={card} />
          <Group title="试驾中" visits={driving} render={card} />
          <Group title="接待中" visits={received} render={card} />
        </div>
        <div className="sr-board-side">
          <TurnPanel members={board.members} nextId={board.nextId} />
          <ExpectedList expected={board.expected} now={now} />
        </div>
      </div>
      {choosing && (
        <ReceiverDialog
          visit={choosing}
          board={board}
          onChosen={(to) => give(choosing, to)}
          onClosed={() => setChoosing(undefined)}
        />
      )}
      {handing && (
        <HandOverVisits customerIds={[handing.customerId]} onClosed={() => setHanding(undefined)} />
      )}
    </>
  )
}

/** Groups visitors: waiting, on a test drive, with a consultant. */
const groupsOf = ({ data }: BoardAnswer) => ({
  waiting: data.filter(({ waitsSince }) => waitsSince > 0),
  driving: data.filter(({ drive }) => drive !== null),
  received: data.filter(({ drive, receiverId }) => drive === null && receiverId > 0),
})

interface GroupProps {
  title: string
  visits: readonly PresentVisit[]
  render: (visit: PresentVisit) => ReactNode
}

const Group = ({ title, visits, render }: GroupProps) =>
  visits.length === 0 ? null : (
    <section aria-label={title}>
      <h2 className="sr-board-title">
        {title} <span className="sr-num">{visits.length}</span>
      </h2>
      <div className="sr-board-cards">{visits.map(render)}</div>
    </section>
  )

/** The day in numbers. */
function Figures({ board, now }: { board: BoardAnswer; now: number }) {
  const { waiting, driving, received } = groupsOf(board)
  const isLate = waiting.some(({ waitsSince }) => waitsTooLong(waitsSince, now))
  const figures = [
    { label: '在店', count: board.data.length },
    { label: '待接待', count: waiting.length, late: isLate },
    { label: '试驾中', count: driving.length },
    { label: '接待中', count: received.length },
    { label: '今日到店', count: board.todayTotal },
    { label: '已离店', count: board.leftTotal },
  ]
  return (
    <dl className="sr-board-figures">
      {figures.map(({ label, count, late }) => (
        <div key={label} className={late ? 'sr-board-late' : ''}>
          <dt>{label}</dt>
          <dd className="sr-num">{count}</dd>
        </div>
      ))}
    </dl>
  )
}

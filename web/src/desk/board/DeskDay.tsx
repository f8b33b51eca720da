import type { BoardAnswer, PresentVisit } from '@showroom/contract/desk/board.schema'
import { useQuery } from '@tanstack/react-query'
import type { InputRef } from 'antd'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { holdLine } from '../../api/live'
import { ErrorState } from '../../ui/ErrorState'
import { PageHeader } from '../../ui/PageHeader'
import { PageSkeleton } from '../../ui/Skeletons'
import { ArrivalButtons, opens } from '../ArrivalButtons'
import { HandOverVisits, NewTrafficDialog } from '../DeskDialogs'
import type { Prefill } from '../dialogs/NewTrafficDialog'
import { isVisitLate } from '../desk.labels'
import { boardQuery } from '../desk.queries'
import { DeskLine, focusLine } from './DeskLine'
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
  /** As in `PageHeader`. */
  tabs?: ReactNode
  hint?: string
  /** Shown below the desk's line. */
  children?: ReactNode
}

/**
 * The front desk's day: one line for everyone at the door, the turns, visitors who wait, are with a consultant or on a test drive, and expected
 * ones. Live on every screen, and suited to a tablet at the reception.
 */
export function DeskDay({ title, tabs, hint, children }: DeskDayProps) {
  const { data, error, isPending, refetch } = useQuery(boardQuery())
  const field = useRef<InputRef>(null)
  const [registering, register] = useState<Prefill>()
  const isShown = data !== undefined
  // The reception watches the page without touching it.
  useEffect(holdLine, [])
  useEffect(() => {
    if (isShown && document.activeElement === document.body) focusLine(field)
  }, [isShown])
  if (isPending) return <PageSkeleton />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="sr-board">
      <PageHeader title={title} tabs={tabs} hint={hint}>
        <ArrivalButtons
          hasLine
          open={(what) => (what === opens.arrival ? field.current?.focus() : register({}))}
        />
      </PageHeader>
      <Board board={data} field={field} onRegister={register}>
        {children}
      </Board>
      {registering && (
        <NewTrafficDialog
          prefill={registering}
          onClosed={() => {
            register(undefined)
            focusLine(field)
          }}
        />
      )}
    </div>
  )
}

interface BoardProps {
  board: BoardAnswer
  field: RefObject<InputRef | null>
  onRegister: (prefill: Prefill) => void
  children: ReactNode
}

function Board({ board, field, onRegister, children }: BoardProps) {
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
      onGive={(to) => void give(visit, to)}
      onChoose={() => setChoosing(visit)}
      onHandOver={() => setHanding(visit)}
      onLeave={() => end(visit)}
    />
  )
  return (
    <>
      <div className="sr-board-top">
        <DeskLine field={field} isBusy={isBusy} onGive={give} onRegister={onRegister} />
        <Figures board={board} />
      </div>
      {children}
      <TurnPanel members={board.members} nextId={board.nextId} />
      <div className="sr-board-body">
        <Group area="waiting" title="待接待" none="没有客户在等候" visits={waiting} render={card} now={now} />
        <Group
          area="received"
          title="接待中"
          none="没有正在接待的客户"
          visits={received}
          render={card}
          now={now}
        />
        <Group
          area="driving"
          title="试驾中"
          none="没有在外的试驾车"
          visits={driving}
          render={card}
          now={now}
        />
        <ExpectedList expected={board.expected} now={now} />
      </div>
      {choosing && (
        <ReceiverDialog
          visit={choosing}
          board={board}
          onChosen={(to) => void give(choosing, to)}
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
  area: 'waiting' | 'received' | 'driving'
  title: string
  /** Shown without visitors. */
  none: string
  visits: readonly PresentVisit[]
  render: (visit: PresentVisit) => ReactNode
  now: number
}

/** A column of visitors, always in its place. */
const Group = ({ area, title, none, visits, render, now }: GroupProps) => (
  <section aria-label={title} className={`sr-board-${area}`}>
    <h2 className="sr-board-title">
      {title}{' '}
      <span className={`sr-num ${visits.some((visit) => isVisitLate(visit, now)) ? 'sr-visit-late' : ''}`}>
        {visits.length}
      </span>
    </h2>
    {visits.length === 0 && <p className="sr-board-none">{none}</p>}
    <div className="sr-board-cards">{visits.map(render)}</div>
  </section>
)

/** The day in numbers. */
function Figures({ board }: { board: BoardAnswer }) {
  const figures = [
    ['在店', board.data.length],
    ['今日到店', board.todayTotal],
    ['已离店', board.leftTotal],
  ] as const
  return (
    <dl className="sr-board-figures">
      {figures.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="sr-num">{count}</dd>
        </div>
      ))}
    </dl>
  )
}

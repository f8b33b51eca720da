import { drives as drivesCall, walkUp } from '@showroom/contract/appointment/appointment.api'
import { type Drive, drivenMinutes, isOverdue } from '@showroom/contract/appointment/drive.schema'
import type { TestDriveRow } from '@showroom/contract/dashboard/dashboard.schema'
import { clockText, dayStart } from '@showroom/contract/kernel/day'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { dateText } from '@showroom/contract/appointment/text.rules'
import { queryOf } from '../../api/query'
import { missingCar } from '../../desk/public'
import { may } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { lazyDialog } from '../../ui/lazyDialog'
import { RowsSkeleton } from '../../ui/Skeletons'
import { useNow } from '../../ui/useNow'
import { PaperLink } from './PaperLink'
import { StepDialog, stepOf, WalkUpDialog } from '../plan/steps'
import '../../ui/list/list.css'
import './drives.css'

const MileageDialog = lazyDialog(() => import('./MileageDialog').then((module) => module.MileageDialog))

interface DrivesProps {
  /** Any second of the day; today by default. */
  day?: number | undefined
  title?: string
  /** Test drives completed today, of which those without a handover get a row. */
  completed?: readonly TestDriveRow[]
  /** Shown on a day without any. */
  empty?: ReactNode
}

/** More finished drives of today than these are folded, so that what comes next is seen. */
const mostFinished = 3

/**
 * Test drives of a day, each with its sheet: those under way, then planned and finished ones. Today's have their next step, and a drive can
 * start without a plan.
 */
export function Drives({ day, title = '试驾用车', completed = [], empty }: DrivesProps) {
  const id = useId()
  const now = useNow()
  const today = dayStart(now)
  const isToday = dayStart(day ?? now) === today
  const { data } = useQuery(queryOf(drivesCall, { day: dayStart(day ?? now) }))
  const drives = (data?.data ?? []).toSorted((one, other) => stageOf(one) - stageOf(other))
  const open = drives.filter(({ backAt }) => backAt === 0)
  const back = drives.filter(({ backAt }) => backAt > 0)
  const firstOut = drives.find((drive) => drive.mayHand && stageOf(drive) === 0)
  const rest = completed.filter((row) => !drives.some(({ activityId }) => activityId === row.activityId))
  const finished = back.length + rest.length
  const total = open.length + finished
  const isFolded = isToday && finished > mostFinished
  const mayStart = may(useSession(), walkUp) && isToday
  const [acting, setActing] = useState<Drive>()
  const [correcting, setCorrecting] = useState<Drive>()
  const [isStarting, setStarting] = useState(false)
  const rowOf = (drive: Drive) => (
    <DriveRow
      key={drive.activityId}
      drive={drive}
      isFirstOut={drive === firstOut}
      now={now}
      isToday={isToday}
      onAct={() => setActing(drive)}
      onCorrect={() => setCorrecting(drive)}
    />
  )
  const finishedRows = [
    ...back.map(rowOf),
    ...rest.map((row) => <CompletedRow key={row.activityId} row={row} />),
  ]
  return (
    <>
      {(total > 0 || empty !== undefined || mayStart) && (
        <section className="sr-drives" aria-labelledby={id}>
          <div className="sr-drives-head">
            <h2 id={id} className="sr-drives-title">
              {title}
            </h2>
            {mayStart && (
              <Button
                onPointerEnter={WalkUpDialog.preload}
                onFocus={WalkUpDialog.preload}
                onClick={() => setStarting(true)}
              >
                现场试驾
              </Button>
            )}
          </div>
          {total === 0 && empty !== undefined && (data ? empty : <RowsSkeleton rows={3} />)}
          <ul className="sr-drives-list">
            {open.map(rowOf)}
            {!isFolded && finishedRows}
          </ul>
          {isFolded && (
            <details className="sr-drives-fold">
              <summary>已完成 {finished}</summary>
              <ul className="sr-drives-list">{finishedRows}</ul>
            </details>
          )}
        </section>
      )}
      {isStarting && <WalkUpDialog onClosed={() => setStarting(false)} />}
      {correcting && <MileageDialog drive={correcting} onClosed={() => setCorrecting(undefined)} />}
      {acting && <StepDialog drive={acting} onClosed={() => setActing(undefined)} />}
    </>
  )
}

/** Under way, planned, or back. */
const stageOf = ({ driveId, backAt }: Drive): number => (driveId === 0 ? 1 : backAt === 0 ? 0 : 2)

const CompletedRow = ({ row: { customerName, seriesName, ownerName } }: { row: TestDriveRow }) => (
  <li className="sr-drive">
    <span className="sr-drive-main">
      <strong>{customerName}</strong>
      <span className="sr-quiet">{[seriesName, ownerName].filter(Boolean).join(' · ')}</span>
    </span>
    <span className="sr-status sr-status-done">已完成</span>
  </li>
)

interface DriveRowProps {
  drive: Drive
  /** Its car is to be taken back first: a page has one primary button. */
  isFirstOut: boolean
  now: number
  isToday: boolean
  onAct: () => void
  onCorrect: () => void
}

function DriveRow({ drive, isFirstOut, now, isToday, onAct, onCorrect }: DriveRowProps) {
  const { name, plate, seriesName, ownerName, driveId, backAt, isWalkUp, isShared, isSeen, mayHand } = drive
  const isLate = isOverdue(drive, now)
  const step = stepOf(drive)
  return (
    <li className="sr-drive">
      <span className="sr-drive-main">
        <strong>
          {name}
          {isWalkUp && <span className="sr-drive-walk-up">现场</span>}
        </strong>
        <span className="sr-quiet">
          {[plate, seriesName, ownerName, isShared && '已有试驾报告'].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span
        className={`sr-status sr-status-${backAt ? 'done' : 'due'} ${isLate || drive.isEndangered ? 'sr-drive-late' : ''}`}
      >
        {stateText(drive, { isToday, isLate, now })}
      </span>
      {(isSeen || mayHand) && <PaperLink activityId={drive.activityId} of={name} />}
      {mayHand && driveId > 0 && (
        <Button type="link" onClick={onCorrect} aria-label={`更正里程 ${name}`}>
          更正里程
        </Button>
      )}
      {mayHand && !backAt && (isToday || driveId > 0) && (
        <Button
          type={isFirstOut ? 'primary' : 'default'}
          onClick={onAct}
          aria-label={`${step} ${name}`}
          data-row-link={drive.activityId}
        >
          {step}
        </Button>
      )}
    </li>
  )
}

interface State {
  isToday: boolean
  isLate: boolean
  now: number
}

/** `超时未还`, with the day if the keys were handed over before today. */
export const overdueText = ({ outAt }: Pick<Drive, 'outAt'>, now: number): string =>
  dayStart(outAt) === dayStart(now) ? '超时未还' : `${dateText(outAt)}起未还`

function stateText(drive: Drive, { isToday, isLate, now }: State): string {
  const { driveId, startsAt, minutes, outAt, outKm, backAt, backKm, isEndangered } = drive
  if (driveId === 0) {
    const planned = minutes ? `${clockText(startsAt)}试驾` : isToday ? '今天试驾' : '没有约时间'
    return isEndangered ? `${planned}，${missingCar}` : planned
  }
  if (!backAt) return `${clockText(outAt)}出发，${isLate ? overdueText(drive, now) : '试驾中'}`
  return `已还 ${drivenMinutes({ outAt, backAt })}分钟 ${backKm - outKm}公里`
}

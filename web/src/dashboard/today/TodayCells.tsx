import type { TodayRow } from '@showroom/contract/dashboard/today.schema'
import { activityType } from '@showroom/contract/customer/customer.rules'
import { waitsTooLong } from '@showroom/contract/desk/desk.rules'
import { clockText } from '@showroom/contract/kernel/day'
import { leadStatus, type LeadTimes } from '@showroom/contract/lead/lead.rules'
import { Countdown, deadlineOf } from '../../lead/public'
import { ContentCell, KindCell } from '../../task/public'
import { daysFromToday } from '../../ui/day'
import { inDays } from '../../ui/dayText'
import { Cut } from '../../ui/list/table/Cut'
import { useNow } from '../../ui/useNow'

interface CellProps {
  row: TodayRow
  hours: LeadTimes
}

/** The row's time, and why it is there. */
export function ReasonCell({ row, hours }: CellProps) {
  const now = useNow()
  const { part, cameAt, waitsSince, drive, minutes, dueAt, isEndangered } = row
  const deadline = deadlineOfRow(row, hours)
  const ticks = part === 'now' || row.clueId > 0
  if (deadline && ticks && cameAt === 0 && minutes === 0)
    return <Countdown deadline={deadline} hours={hours} />
  if (drive)
    return <Reason time={clockText(drive.outAt)} text="试驾中" tone={now > drive.dueAt ? 'due' : ''} />
  if (waitsSince > 0) {
    const gone = Math.max(0, Math.floor((now - waitsSince) / 60))
    return (
      <Reason
        time={clockText(waitsSince)}
        text={`等候 ${gone} 分钟`}
        tone={waitsTooLong(waitsSince, now) ? 'late' : 'due'}
      />
    )
  }
  if (cameAt > 0) return <Reason time={clockText(cameAt)} text="已到店" tone="" />
  if (part === 'overdue') return <Reason text={`逾期${-daysFromToday(dueAt, now)}天`} tone="late" />
  if (minutes > 0 && part === 'now')
    return (
      <Reason
        time={clockText(dueAt)}
        text={isEndangered ? '车辆未还' : ''}
        tone={isEndangered ? 'late' : now > dueAt ? 'due' : ''}
      />
    )
  return (
    <Reason
      text={part === 'later' ? `${inDays(dueAt, now)}${minutes > 0 ? ` ${clockText(dueAt)}` : ''}` : '今天'}
      tone=""
    />
  )
}

export function Reason({ time, text, tone }: { time?: string; text: string; tone: '' | 'due' | 'late' }) {
  return (
    <span className="sr-today-reason" data-tone={tone} data-urgency={tone === 'late' ? 'overdue' : undefined}>
      {time && <time className="sr-num">{time}</time>} {text}
    </span>
  )
}

/** The clock of a lead to clean, or of the first follow-up of one's own. */
const deadlineOfRow = ({ clueId, dueAt, assignedAt }: TodayRow, hours: LeadTimes) =>
  deadlineOf(
    {
      status: clueId > 0 ? leadStatus.waiting : leadStatus.completed,
      assignedDate: assignedAt,
      clearSeconds: -1,
      followSeconds: -1,
    },
    dueAt,
    hours,
  )

/** The planned activity, and the latest remark. */
export function WhatCell({ row }: { row: TodayRow }) {
  const { clueId, activityType: type, minutes, seriesName, plate, sourceName, isConfirmed, content } = row
  if (clueId > 0)
    return (
      <>
        <span className="sr-today-kind">{[sourceName, seriesName].filter(Boolean).join(' · ')}</span>
        <span className="sr-today-said sr-quiet">{content}</span>
      </>
    )
  const isDrive = type === activityType.testDrive
  const facts = isDrive || minutes > 0 ? [plate, seriesName, isConfirmed && '已确认'].filter(Boolean) : []
  return (
    <>
      <span className="sr-today-kind">
        {type > 0 && <KindCell type={type} />}
        {facts.length > 0 && <Cut text={facts.join(' · ')} />}
      </span>
      <span className="sr-today-said">
        <ContentCell row={row} />
      </span>
    </>
  )
}

import type { CarOut, PresentVisit } from '@showroom/contract/desk/board.schema'
import { waitsTooLong } from '@showroom/contract/desk/desk.rules'
import { clockText } from '@showroom/contract/kernel/day'
import { isVisitLate, lastingText } from '../desk.labels'

interface VisitTimeProps {
  visit: Pick<PresentVisit, 'waitsSince' | 'receivedAt' | 'receiverName'>
  drive: CarOut | null
  now: number
}

/** For how long a visitor drives, waits, or is with a consultant. */
export function VisitTime({ visit: { waitsSince, receivedAt, receiverName }, drive, now }: VisitTimeProps) {
  if (drive)
    return (
      <span className={isVisitLate({ waitsSince, drive }, now) ? 'sr-visit-late' : ''}>
        试驾 <b>{drive.plate}</b> <b className="sr-num">{lastingText(now - drive.outAt)}</b>，
        {now > drive.dueAt ? `已超 ${lastingText(now - drive.dueAt)}` : `${clockText(drive.dueAt)} 前还车`}
      </span>
    )
  if (waitsSince === 0)
    return (
      <span>
        <b>{receiverName}</b> 接待 <b className="sr-num">{lastingText(now - receivedAt)}</b>
      </span>
    )
  const isLate = waitsTooLong(waitsSince, now)
  return (
    <span className={isLate ? 'sr-visit-late' : ''}>
      等候 <b className="sr-num">{lastingText(now - waitsSince)}</b>
      {isLate && <span className="sr-visually-hidden">，等候过久</span>}
    </span>
  )
}

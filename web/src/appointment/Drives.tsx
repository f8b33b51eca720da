import { drives as drivesCall } from '@showroom/contract/appointment/appointment.api'
import { type Drive, isOverdue } from '@showroom/contract/appointment/drive.schema'
import { clockText, dayStart } from '@showroom/contract/kernel/day'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { queryOf } from '../api/query'
import { lazyDialog } from '../ui/lazyDialog'
import { useNow } from '../ui/useNow'
import '../ui/list/list.css'
import './drives.css'

const KeysDialog = lazyDialog(() => import('./KeysDialog').then((module) => module.KeysDialog))
const TakeBackDialog = lazyDialog(() => import('./TakeBackDialog').then((module) => module.TakeBackDialog))

/** Today's test drives, each with its next step. Renders nothing on a day without any. */
export function Drives() {
  const id = useId()
  const now = useNow()
  const { data } = useQuery(queryOf(drivesCall, { day: dayStart(now) }))
  const [acting, setActing] = useState<Drive>()
  const close = (): void => setActing(undefined)
  return (
    <>
      {data && data.data.length > 0 && (
        <section className="sr-drives" aria-labelledby={id}>
          <h2 id={id} className="sr-drives-title">
            试驾用车
          </h2>
          <ul className="sr-drives-list">
            {data.data.map((drive) => (
              <DriveRow key={drive.activityId} drive={drive} now={now} onAct={() => setActing(drive)} />
            ))}
          </ul>
        </section>
      )}
      {acting?.driveId === 0 && <KeysDialog drive={acting} onClosed={close} />}
      {acting && acting.driveId > 0 && <TakeBackDialog drive={acting} onClosed={close} />}
    </>
  )
}

function DriveRow({ drive, now, onAct }: { drive: Drive; now: number; onAct: () => void }) {
  const { name, plate, seriesName, ownerName, driveId, backAt, isShared, mayHand } = drive
  const isLate = isOverdue(drive, now)
  const step = driveId === 0 ? '交钥匙' : '还车'
  return (
    <li className="sr-drive">
      <span className="sr-drive-main">
        <strong>{name}</strong>
        <span className="sr-quiet">
          {[plate, seriesName, ownerName, isShared && '已有试驾报告'].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={`sr-status sr-status-${backAt ? 'done' : 'due'} ${isLate ? 'sr-drive-late' : ''}`}>
        {stateText(drive, isLate)}
      </span>
      {mayHand && !backAt && (
        <Button type={driveId === 0 ? 'default' : 'primary'} onClick={onAct} aria-label={`${step} ${name}`}>
          {step}
        </Button>
      )}
    </li>
  )
}

function stateText(
  { driveId, startsAt, minutes, outAt, outKm, backAt, backKm }: Drive,
  isLate: boolean,
): string {
  if (driveId === 0) return minutes ? `${clockText(startsAt)}试驾` : '今天试驾'
  if (!backAt) return `${clockText(outAt)}出发${isLate ? '，超时未还' : ''}`
  return `已还 ${Math.max(1, Math.round((backAt - outAt) / 60))}分钟 ${backKm - outKm}公里`
}

import type { Appointment } from '@showroom/contract/appointment/appointment.schema'
import { hoursText } from '@showroom/contract/customer/appointment.rules'
import { activityType } from '@showroom/contract/customer/customer.rules'
import { dayStart } from '@showroom/contract/kernel/day'
import { type CSSProperties, useId } from 'react'
import { nowSeconds } from '../api/clock'
import { useDrag } from './useDrag'
import { dragged, type Hours, marksOf, placeOf, rowsOf } from './lanes'

export interface Lane {
  readonly id: number
  readonly name: string
  readonly about: string
  /** In the order of their hours. */
  readonly appointments: readonly Appointment[]
}

interface LanesProps {
  title: string
  /** Start of the day, epoch seconds. */
  day: number
  hours: Hours
  lanes: readonly Lane[]
  /** Moves an appointment to an instant and a lane: pressed, or dragged there. */
  onMove: (appointment: Appointment, startsAt: number, laneId: number) => void
}

/** A lane for each car or consultant, with its appointments along the hours of the day. */
export function Lanes({ title, day, hours, lanes, onMove }: LanesProps) {
  const id = useId()
  const now = (nowSeconds() - day) / 60
  const isToday = now >= hours.opensAt && now <= hours.closesAt
  return (
    <section className="sr-lanes" aria-labelledby={id}>
      <div className="sr-lanes-head">
        <h2 id={id} className="sr-lanes-title">
          {title}
        </h2>
        <div className="sr-lanes-hours" aria-hidden>
          {marksOf(hours).map((minute) => (
            <span key={minute} className="sr-num" style={{ left: `${placeOf(minute, hours)}%` }}>
              {minute / 60}:00
            </span>
          ))}
        </div>
      </div>
      {lanes.map((lane) => (
        <LaneRow key={lane.id} lane={lane} hours={hours} now={isToday ? now : undefined} onMove={onMove} />
      ))}
      {lanes.length === 0 && <p className="sr-lanes-none sr-quiet">没有约定时间的预约</p>}
    </section>
  )
}

interface LaneRowProps extends Pick<LanesProps, 'hours' | 'onMove'> {
  lane: Lane
  /** Minutes since midnight; undefined on other days. */
  now: number | undefined
}

function LaneRow({ lane, hours, now, onMove }: LaneRowProps) {
  const placed = rowsOf(lane.appointments)
  const rows = Math.max(1, ...placed.map(({ row }) => row + 1))
  const hourShare = 6000 / (hours.closesAt - hours.opensAt)
  return (
    <div className="sr-lane">
      <div className="sr-lane-name">
        <span>{lane.name}</span>
        <span className="sr-quiet">{lane.about}</span>
      </div>
      <ul
        className="sr-lane-track"
        data-lane={lane.id}
        style={{ '--rows': rows, '--hour': `${hourShare}%` } as CSSProperties}
      >
        {now !== undefined && (
          <li className="sr-lane-now" aria-hidden style={{ left: `${placeOf(now, hours)}%` }} />
        )}
        {placed.map(({ one, row }) => (
          <li
            key={one.activityId}
            className="sr-lane-one"
            style={{
              left: `${placeOf((one.startsAt - dayStart(one.startsAt)) / 60, hours)}%`,
              width: `${(one.minutes / (hours.closesAt - hours.opensAt)) * 100}%`,
              top: row * 44,
            }}
          >
            <Block appointment={one} hours={hours} onMove={onMove} laneId={lane.id} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface BlockProps extends Pick<LanesProps, 'hours' | 'onMove'> {
  appointment: Appointment
  laneId: number
}

/** An appointment: a press opens it, a drag moves it. One that the member may not move is only shown. */
function Block({ appointment, hours, laneId, onMove }: BlockProps) {
  const { startsAt, name, type, seriesName, ownerName, isMovable } = appointment
  const drag = useDrag('[data-lane]', ({ x, block, over }) => {
    const width = block.closest('.sr-lane-track')?.clientWidth ?? 1
    onMove(appointment, dragged(appointment, x, width, hours), Number(over?.dataset['lane'] ?? laneId))
  })
  const time = hoursText(appointment)
  const what = type === activityType.testDrive ? `试驾 ${seriesName}` : '到店'
  const face = (
    <>
      <strong>{name}</strong>
      <span>{[time, what, ownerName].join(' · ')}</span>
    </>
  )
  const className = `sr-block ${type === activityType.testDrive ? 'sr-block-drive' : ''}`
  const title = [name, time, what, ownerName].join(' · ')
  if (!isMovable)
    return (
      <div className={`${className} sr-block-other`} title={title}>
        {face}
      </div>
    )
  return (
    <button
      type="button"
      className={className}
      title={title}
      onClick={() => onMove(appointment, startsAt, laneId)}
      {...drag}
    >
      {face}
    </button>
  )
}

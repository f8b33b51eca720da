import type { Appointment } from '@showroom/contract/appointment/appointment.schema'
import { activityType } from '@showroom/contract/customer/customer.rules'
import { clockText, dayStart } from '@showroom/contract/kernel/day'
import { type CSSProperties, type MouseEvent, useEffect, useId, useRef } from 'react'
import { nowSeconds } from '../../api/clock'
import { AppointmentMarks } from '../../customer/public'
import { Block } from './Block'
import { dragged, type Hours, marksOf, placeOf, rowHeight, rowsOf } from './lanes'

export interface Lane {
  readonly id: number
  readonly name: string
  readonly about: string
  /** Why it needs attention now, in words. */
  readonly late?: string
  /** In the order of their hours. */
  readonly appointments: readonly Appointment[]
  /** Within which its free places can be booked; missing if they cannot. */
  readonly books?: Hours | undefined
}

interface LanesProps {
  title: string
  /** Start of the day, epoch seconds. */
  day: number
  hours: Hours
  lanes: readonly Lane[]
  /** Why an appointment is late, in words; empty while it is not. */
  lateOf: (appointment: Appointment) => string
  /** Moves an appointment to an instant and a lane: pressed, or dragged there. */
  onMove: (appointment: Appointment, startsAt: number, laneId: number) => void
  /** Books a pressed free place; `minute` is that of the day. */
  onBook: (lane: Lane, minute: number) => void
}

/** A lane for each car or consultant, with its appointments along the hours of the day. */
export function Lanes({ title, day, lanes, ...acts }: LanesProps) {
  const id = useId()
  const { hours } = acts
  const now = (nowSeconds() - day) / 60
  const isToday = now >= hours.opensAt && now <= hours.closesAt
  const scroller = useRef<HTMLDivElement>(null)
  const place = isToday ? placeOf(now, hours) : 0
  useEffect(() => {
    const { current: box } = scroller
    // Lanes wider than the screen begin with the hour before now.
    if (box) box.scrollLeft = (box.scrollWidth - nameWidth) * (place / 100) - 100
    // Only when they appear: later the member scrolls.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as above
  }, [])
  const count = (hours.closesAt - hours.opensAt) / 60
  return (
    <section className="sr-lanes" aria-labelledby={id}>
      <div ref={scroller} className="sr-lanes-scroll" style={{ '--hours': count } as CSSProperties}>
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
          <LaneRow key={lane.id} lane={lane} now={isToday ? now : undefined} {...acts} />
        ))}
      </div>
      {lanes.length === 0 && <p className="sr-lanes-none sr-quiet">没有约定时间的预约</p>}
    </section>
  )
}

/** Width of the names before the lanes, in pixels; see appointment.css. */
const nameWidth = 152

/** The minute of the day under the pointer. */
function minuteAt({ clientX, currentTarget }: MouseEvent<HTMLElement>, { opensAt, closesAt }: Hours): number {
  const { left = 0, width = 1 } = currentTarget.closest('.sr-lane-track')?.getBoundingClientRect() ?? {}
  return opensAt + ((clientX - left) / width) * (closesAt - opensAt)
}

interface LaneRowProps extends Pick<LanesProps, 'hours' | 'lateOf' | 'onMove' | 'onBook'> {
  lane: Lane
  /** Minutes since midnight; undefined on other days. */
  now: number | undefined
}

function LaneRow({ lane, now, onBook, ...acts }: LaneRowProps) {
  const { hours } = acts
  const placed = rowsOf(lane.appointments)
  const rows = Math.max(1, ...placed.map(({ row }) => row + 1))
  const hourShare = 6000 / (hours.closesAt - hours.opensAt)
  return (
    <div className="sr-lane">
      <div className="sr-lane-name">
        <span>{lane.name}</span>
        <span className="sr-quiet">{lane.about}</span>
        <AppointmentMarks isConfirmed={false} late={lane.late ?? ''} />
      </div>
      <ul
        className="sr-lane-track"
        data-lane={lane.id}
        style={{ height: rows * rowHeight + 4, '--hour': `${hourShare}%` } as CSSProperties}
      >
        {lane.books && (
          <li
            className="sr-lane-free"
            aria-hidden
            style={{
              left: `${placeOf(lane.books.opensAt, hours)}%`,
              right: `${100 - placeOf(lane.books.closesAt, hours)}%`,
            }}
          >
            <button
              type="button"
              // By keyboard the page's 预约 leads to the same slots.
              tabIndex={-1}
              aria-label={`预约 ${lane.name}`}
              title={`预约 ${lane.name}`}
              onClick={(event) => onBook(lane, minuteAt(event, hours))}
            />
          </li>
        )}
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
              top: row * rowHeight,
            }}
          >
            <LaneBlock appointment={one} laneId={lane.id} {...acts} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface LaneBlockProps extends Pick<LanesProps, 'hours' | 'lateOf' | 'onMove'> {
  appointment: Appointment
  laneId: number
}

function LaneBlock({ appointment, hours, laneId, lateOf, onMove }: LaneBlockProps) {
  const { startsAt, minutes, name, type, seriesName, ownerName, isConfirmed, isOut } = appointment
  const late = lateOf(appointment)
  const rest = [
    `–${clockText(startsAt + minutes * 60)}`,
    type === activityType.testDrive ? `${isOut ? '试驾中' : '试驾'} ${seriesName}` : '到店',
    ownerName,
  ].join(' · ')
  const about = `${clockText(startsAt)}${rest}`
  return (
    <Block
      appointment={appointment}
      late={late}
      title={`${name} · ${about}`}
      target="[data-lane]"
      onDrop={({ x, block, over }) => {
        const width = block.closest('.sr-lane-track')?.clientWidth ?? 1
        onMove(appointment, dragged(appointment, x, width, hours), Number(over?.dataset['lane'] ?? laneId))
      }}
      onPress={() => onMove(appointment, startsAt, laneId)}
    >
      <strong>{name}</strong>
      <span>
        <AppointmentMarks isConfirmed={isConfirmed} late={late} isShort />
        {clockText(startsAt)}
        <span className="sr-block-rest">{rest}</span>
      </span>
    </Block>
  )
}

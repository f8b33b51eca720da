import type { Appointment } from '@showroom/contract/appointment/appointment.schema'
import { activityType } from '@showroom/contract/customer/customer.rules'
import { clockText, dayStart } from '@showroom/contract/kernel/day'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
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
  const firstFree = lanes.find(({ books }) => books)
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
          <LaneRow
            key={lane.id}
            lane={lane}
            isFirst={lane === firstFree}
            day={day}
            now={isToday ? now : undefined}
            {...acts}
          />
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

interface LaneRowProps extends Pick<LanesProps, 'day' | 'hours' | 'lateOf' | 'onMove' | 'onBook'> {
  lane: Lane
  /** The first lane with free places, which Tab reaches. */
  isFirst: boolean
  /** Minutes since midnight; undefined on other days. */
  now: number | undefined
}

function LaneRow({ lane, isFirst, day, now, onBook, ...acts }: LaneRowProps) {
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
        style={{ minHeight: rows * rowHeight + 4, '--hour': `${hourShare}%` } as CSSProperties}
      >
        {lane.books && (
          <FreePlaces
            name={lane.name}
            isFirst={isFirst}
            day={day}
            books={lane.books}
            now={now}
            hours={hours}
            onBook={(minute) => onBook(lane, minute)}
          />
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

interface FreePlacesProps {
  name: string
  isFirst: boolean
  /** Start of the day, epoch seconds. */
  day: number
  books: Hours
  now: number | undefined
  hours: Hours
  onBook: (minute: number) => void
}

const halfHour = 30
/** A press by Enter or the space bar has no place. */
const isByKey = ({ detail }: MouseEvent): boolean => detail === 0

/** A press books its place. By keyboard the left and right arrows choose the half hour, up and down the lane. */
function FreePlaces({ name, isFirst, day, books, now = 0, hours, onBook }: FreePlacesProps) {
  const [chosen, setChosen] = useState(0)
  const { opensAt, closesAt } = books
  const least = Math.max(opensAt, Math.ceil(now / halfHour) * halfHour)
  const minute = Math.min(Math.max(chosen, least), closesAt - halfHour)
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const step = { ArrowLeft: -halfHour, ArrowRight: halfHour }[event.key]
    const lane = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined && lane === undefined) return
    event.preventDefault()
    if (step !== undefined) setChosen(minute + step)
    const all = [...document.querySelectorAll<HTMLElement>('.sr-lane-free > button')]
    if (lane !== undefined) all[all.indexOf(event.currentTarget) + lane]?.focus()
  }
  return (
    <li
      className="sr-lane-free"
      style={{ left: `${placeOf(opensAt, hours)}%`, right: `${100 - placeOf(closesAt, hours)}%` }}
    >
      <button
        type="button"
        tabIndex={isFirst ? 0 : -1}
        aria-label={`预约 ${name} ${clockText(day + minute * 60)}`}
        title={`预约 ${name}`}
        onKeyDown={onKeyDown}
        onClick={(event) => onBook(isByKey(event) ? minute : minuteAt(event, hours))}
      >
        <span
          className="sr-lane-half"
          style={{ left: `${placeOf(minute, books)}%`, width: `${(halfHour / (closesAt - opensAt)) * 100}%` }}
        />
      </button>
    </li>
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

import { week } from '@showroom/contract/appointment/appointment.api'
import type { Appointment, WeekAnswer } from '@showroom/contract/appointment/appointment.schema'
import {
  freeMinutes,
  hourProblem,
  overlaps,
  startsWithin,
} from '@showroom/contract/customer/appointment.rules'
import { activityType } from '@showroom/contract/customer/customer.rules'
import { addDays, clockText, dayStart, weekStart } from '@showroom/contract/kernel/day'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query'
import { AppointmentMarks } from '../../customer/public'
import { formatDay } from '../../ui/day'
import { weekdayOf } from '../../ui/dayText'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { PageSkeleton } from '../../ui/Skeletons'
import { useNow } from '../../ui/useNow'
import { Block, lateText } from './Block'

/** Appointments that a cell shows; the day has the others. */
const shownInCell = 4
const halfHour = 30

interface WeekViewProps {
  /** Any second of the week. */
  day: number
  onOpenDay: (day: number) => void
  /** Moves an appointment to an instant and a member: pressed, or dragged there. */
  onMove: (appointment: Appointment, startsAt: number, memberId: number) => void
  /** Books the first free half hour of a cell; missing without the right to book. */
  onBook: ((startsAt: number) => void) | undefined
}

/** The team's week: a row for each consultant, with the appointments and free hours of each day. On phones a list of days. */
export function WeekView({ day, ...acts }: WeekViewProps) {
  const monday = weekStart(day)
  const now = useNow()
  const { data, error, isPending, refetch } = useQuery(queryOf(week, { day: monday }))
  if (isPending) return <PageSkeleton />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.members.length === 0)
    return <EmptyState title="没有客户经理" hint="下级客户经理的预约会显示在这里。" />
  const days = Array.from({ length: 7 }, (_one, at) => addDays(monday, at))
  const rows = data.members.map((member) => ({
    member,
    cells: days.map((of) => cellOf(data, member.memberId, of, now)),
  }))
  return (
    <>
      <WeekTable rows={rows} days={days} now={now} {...acts} />
      <WeekList rows={rows} days={days} now={now} onOpenDay={acts.onOpenDay} />
    </>
  )
}

interface Cell {
  readonly day: number
  readonly appointments: readonly Appointment[]
  /** Free minutes within the store's hours. */
  readonly free: number
  /** The first half hour that can still be planned; undefined without one. */
  readonly freeAt: number | undefined
}

function cellOf({ data, ...hours }: WeekAnswer, memberId: number, day: number, now: number): Cell {
  const appointments = data.filter((one) => one.ownerId === memberId && dayStart(one.startsAt) === day)
  const planned = appointments.filter(({ isOver }) => !isOver)
  const freeAt = startsWithin(day, halfHour, hours).find(
    (startsAt) =>
      hourProblem({ startsAt, minutes: halfHour }, hours, now) === undefined &&
      !planned.some((one) => overlaps(one, { startsAt, minutes: halfHour })),
  )
  return { day, appointments, free: freeMinutes(planned, hours), freeAt }
}

interface RowsProps extends Pick<WeekViewProps, 'onOpenDay'> {
  rows: readonly { member: WeekAnswer['members'][number]; cells: readonly Cell[] }[]
  days: readonly number[]
  now: number
}

/** `空 6.5小时`, in quarters of an hour. */
const freeText = (minutes: number): string => (minutes > 0 ? `空 ${minutes / 60}小时` : '已满')
const countText = ({ appointments }: Cell): string =>
  appointments.length > 0 ? `${appointments.length}个预约` : '无预约'

/** `，1个已确认，1个已过时，1个爽约`; empty without any. */
function marksText({ appointments }: Cell, now: number): string {
  const planned = appointments.filter(({ isOver }) => !isOver)
  return [
    ['已确认', planned.filter(({ isConfirmed }) => isConfirmed).length] as const,
    ['已过时', planned.filter((one) => lateText(one, now)).length] as const,
    ['爽约', appointments.filter(({ isOver, hasCome }) => isOver && !hasCome).length] as const,
  ]
    .map(([words, count]) => (count > 0 ? `，${count}个${words}` : ''))
    .join('')
}

/** `11-28 周六`. */
const headText = (day: number): string => `${formatDay(day).slice(5)} ${weekdayOf(day)}`

interface WeekTableProps extends RowsProps, Pick<WeekViewProps, 'onMove' | 'onBook'> {}

const WeekTable = ({ rows, days, now, onOpenDay, onMove, onBook }: WeekTableProps) => (
  <div className="sr-week-wide">
    <table className="sr-week">
      <thead>
        <tr>
          <th scope="col">客户经理</th>
          {days.map((day) => (
            <th key={day} scope="col" {...(day === dayStart(now) && { 'aria-current': 'date' })}>
              {headText(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ member, cells }) => (
          <tr key={member.memberId}>
            <th scope="row">{member.userName}</th>
            {cells.map((cell) => (
              <td
                key={cell.day}
                {...(cell.day >= dayStart(now) && { 'data-week-cell': `${member.memberId} ${cell.day}` })}
              >
                <button type="button" className="sr-week-day sr-printed" onClick={() => onOpenDay(cell.day)}>
                  <b className="sr-num">
                    <span className="sr-visually-hidden">
                      {member.userName} {headText(cell.day)}{' '}
                    </span>
                    {cell.appointments.length || '—'}
                    <span className="sr-visually-hidden">{cell.appointments.length > 0 && '个预约'}，</span>
                  </b>
                </button>
                <Free cell={cell} now={now} name={member.userName} onBook={onBook} />
                {cell.appointments.slice(0, shownInCell).map((one) => (
                  <Chip key={one.activityId} appointment={one} now={now} onMove={onMove} />
                ))}
                {cell.appointments.length > shownInCell && (
                  <span className="sr-week-more sr-quiet">
                    另有 {cell.appointments.length - shownInCell} 个
                  </span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

interface FreeProps extends Pick<WeekViewProps, 'onBook'> {
  cell: Cell
  now: number
  name: string
}

/** The free hours of a cell; a press books the first of them. */
function Free({ cell: { day, free, freeAt }, now, name, onBook }: FreeProps) {
  if (day < dayStart(now)) return null
  if (!onBook || freeAt === undefined) return <span className="sr-week-free sr-quiet">{freeText(free)}</span>
  return (
    <button type="button" className="sr-week-free sr-link" onClick={() => onBook(freeAt)}>
      {freeText(free)}
      <span className="sr-visually-hidden">
        ，预约 {name} {headText(day)} {clockText(freeAt)}
      </span>
    </button>
  )
}

interface ChipProps extends Pick<WeekViewProps, 'onMove'> {
  appointment: Appointment
  now: number
}

function Chip({ appointment, now, onMove }: ChipProps) {
  const { name, startsAt, type, seriesName, ownerId, isConfirmed, isOver } = appointment
  const isDrive = type === activityType.testDrive
  const late = lateText(appointment, now)
  return (
    <Block
      appointment={appointment}
      late={late}
      title={`${clockText(startsAt)} ${name} ${isDrive ? `试驾 ${seriesName}` : '到店'}`}
      isLine
      target="[data-week-cell]"
      onDrop={({ over }) => {
        const [memberId = ownerId, day = startsAt] = over?.dataset['weekCell']?.split(' ').map(Number) ?? []
        onMove(appointment, dayStart(day) + startsAt - dayStart(startsAt), memberId)
      }}
      onPress={() => onMove(appointment, startsAt, ownerId)}
    >
      <AppointmentMarks isConfirmed={isConfirmed && !isOver} late={late} isShort />
      <span className="sr-num">{clockText(startsAt)}</span> {name}
      <span className="sr-visually-hidden"> {isDrive ? '试驾' : '到店'}</span>
    </Block>
  )
}

/** The days from today on; of a past week all. */
const WeekList = ({ rows, days, now, onOpenDay }: RowsProps) => (
  <div className="sr-week-narrow">
    {(days.includes(dayStart(now)) ? days.slice(days.indexOf(dayStart(now))) : days).map((day) => (
      <section key={day} aria-label={headText(day)}>
        <h2 className="sr-week-title" {...(day === dayStart(now) && { 'aria-current': 'date' })}>
          {headText(day)}
        </h2>
        <ul className="sr-week-list">
          {rows.map(({ member, cells }) => {
            const cell = cells.find((one) => one.day === day)
            return (
              cell && (
                <li key={member.memberId}>
                  <button type="button" className="sr-week-line sr-printed" onClick={() => onOpenDay(day)}>
                    <span className="sr-cut">{member.userName}</span>
                    {cell.day >= dayStart(now) && <span className="sr-quiet">{freeText(cell.free)}</span>}
                    <span className="sr-week-counts sr-quiet">
                      {countText(cell)}
                      {marksText(cell, now)}
                    </span>
                  </button>
                </li>
              )
            )
          })}
        </ul>
      </section>
    ))}
  </div>
)

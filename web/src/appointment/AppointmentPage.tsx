import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { drives as drivesCall, week } from '@showroom/contract/appointment/appointment.api'
import type { Appointment, DayAnswer, TestCar } from '@showroom/contract/appointment/appointment.schema'
import { type Drive, isOverdue } from '@showroom/contract/appointment/drive.schema'
import { type Hours, usualMinutes } from '@showroom/contract/customer/appointment.rules'
import { activityType } from '@showroom/contract/customer/customer.rules'
import { addDays, clockText, dayStart, weekStart } from '@showroom/contract/kernel/day'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { queryOf } from '../api/query'
import { appointmentsQuery, slotAt } from '../customer/public'
import { FrontTabs } from '../desk/public'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'
import { formatDay } from '../ui/day'
import { dayWithWeekday, weekdayOf } from '../ui/dayText'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { DayPicker } from '../ui/form/DayPicker'
import { PageHeader } from '../ui/PageHeader'
import { PageSkeleton } from '../ui/Skeletons'
import { useNarrow } from '../ui/useNarrow'
import { useNow } from '../ui/useNow'
import { AppointmentList } from './plan/AppointmentList'
import { lateText } from './plan/Block'
import { Drives, overdueText } from './drive/Drives'
import { type Lane, Lanes } from './plan/Lanes'
import { freeSpanAt, laneHours } from './plan/lanes'
import { type FreeSlot, useBooking } from './plan/useBooking'
import { type Move, useMoves } from './plan/useMoves'
import { WeekView } from './plan/WeekView'
import './appointment.css'
import './plan/week.css'

/** The same page among those of the front desk. */
export const DeskAppointmentPage = () => <AppointmentPage tabs={<FrontTabs />} />

interface Search {
  day?: number
  view?: 'day' | 'week'
}

/** The store's appointments of a day, as lanes of cars and consultants, on phones as a list; for managers the team's week, too. */
export function AppointmentPage({ tabs }: { tabs?: ReactNode }) {
  const now = useNow()
  const session = useSession()
  const { day: asOf = 0, view = 'day' } = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const { move, dialogs } = useMoves()
  const { book, dialogs: bookDialogs } = useBooking()
  const day = dayStart(asOf || now)
  const hasWeek = may(session, week)
  const isWeek = hasWeek && view === 'week'
  const show = (next: number | undefined, as: Search['view'] = view): void =>
    void navigate({
      to: '.',
      search: { day: next && next !== dayStart(now) ? next : 0, view: as },
      replace: true,
    })
  const step = isWeek ? 7 : 1
  const unit = isWeek ? '周' : '天'
  const onPaper = isWeek
    ? `${formatDay(weekStart(day))} 至 ${formatDay(addDays(weekStart(day), 6))}`
    : dayWithWeekday(day)
  return (
    <>
      <PageHeader title="预约日程" tabs={tabs} hint={<Hint />} onPaper={onPaper}>
        <div className="sr-day-nav">
          {hasWeek && (
            <Segmented<'day' | 'week'>
              aria-label="视图"
              value={isWeek ? 'week' : 'day'}
              options={[
                { value: 'day', label: '日' },
                { value: 'week', label: '周' },
              ]}
              onChange={(next) => show(day, next)}
            />
          )}
          <Button
            icon={<LeftOutlined />}
            aria-label={`前一${unit}`}
            onClick={() => show(addDays(day, -step))}
          />
          <DayPicker value={day} onChange={(next) => show(next)} allowClear={false} aria-label="日期" />
          <Button
            icon={<RightOutlined />}
            aria-label={`后一${unit}`}
            onClick={() => show(addDays(day, step))}
          />
          {!isWeek && <span className="sr-quiet">{weekdayOf(day)}</span>}
          <Button onClick={() => show(undefined)} disabled={day === dayStart(now)}>
            今天
          </Button>
          {book && day >= dayStart(now) && (
            <Button onClick={() => book(freeOf(day, { type: activityType.visit, seriesId: 0 }))}>预约</Button>
          )}
        </div>
      </PageHeader>
      {!isWeek && <Drives key={day} day={day} />}
      {isWeek ? (
        <WeekView
          day={day}
          onOpenDay={(next) => show(next, 'day')}
          onMove={(one, startsAt, memberId) => move(one, { startsAt, memberId, carId: one.carId })}
          onBook={
            book &&
            ((startsAt) =>
              book(freeOf(dayStart(startsAt), { type: activityType.visit, seriesId: 0, free: { startsAt } })))
          }
        />
      ) : (
        <DayView day={day} onMove={move} onBook={book} />
      )}
      {dialogs}
      {bookDialogs}
    </>
  )
}

/** Phones have a list without lanes, and by touch nothing drags. */
const Hint = () => (
  <>
    点开一个预约可以改约、取消或确认到店
    {!useNarrow() && <span className="sr-lanes-mouse">，也可以直接拖动；点一个空档预约</span>}。
  </>
)

/** Describes a free place for the form that books it. */
function freeOf(
  day: number,
  {
    free,
    car,
    ...kind
  }: {
    readonly type: number
    readonly seriesId: number
    readonly free?: { readonly startsAt: number; readonly minutes?: number | undefined }
    readonly car?: TestCar
  },
): FreeSlot {
  return {
    ...kind,
    date: day,
    ...(free && { slot: slotAt(free.startsAt, car?.carId ?? 0), minutes: free.minutes }),
    text: [`${weekdayOf(day)} ${formatDay(day).slice(5)}`, free && clockText(free.startsAt), car?.plate]
      .filter(Boolean)
      .join(' '),
  }
}

function DayView({ day, ...acts }: Omit<DayProps, 'data'>) {
  const { data, error, isPending, refetch } = useQuery(appointmentsQuery(day))
  if (isPending) return <PageSkeleton />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <Day day={day} data={data} {...acts} />
}

interface DayProps {
  day: number
  data: DayAnswer
  onMove: Move
  /** Missing without the right to book. */
  onBook: ((slot: FreeSlot) => void) | undefined
}

function Day({ day, data, onMove, onBook }: DayProps) {
  const now = useNow()
  const isToday = day === dayStart(now)
  const { data: drives } = useQuery({ ...queryOf(drivesCall, { day: dayStart(now) }), enabled: isToday })
  const overdue = (isToday ? (drives?.data ?? []) : []).filter((drive) => isOverdue(drive, now))
  const overdueOf = (is: (drive: Drive) => boolean): string => {
    const drive = overdue.find(is)
    return drive ? overdueText(drive, now) : ''
  }
  const lateOf = (one: Appointment): string =>
    overdueOf(({ activityId }) => activityId === one.activityId) || lateText(one, now)
  const hours = laneHours(data)
  const mayBook = onBook !== undefined && day >= dayStart(now)
  const bookAt = ({ appointments }: Lane, minute: number, car?: TestCar): void => {
    const type = car ? activityType.testDrive : activityType.visit
    const { closesAt } = car ? narrowed(data, car) : data
    const taken = car ? appointments : []
    const free = freeSpanAt(minute, { day, closesAt, taken, now, usual: usualMinutes(type) })
    if (free) onBook?.(freeOf(day, { type, seriesId: car?.seriesId ?? 0, free, ...(car && { car }) }))
  }
  if (data.data.length === 0 && data.cars.length === 0)
    return (
      <EmptyState title="这一天还没有预约" hint="跟进客户时，下次跟进选“到店”或“试驾”，并选择预约时间。" />
    )
  return (
    <>
      <div className="sr-lanes-wide">
        {data.cars.length > 0 && (
          <Lanes
            title="试驾车"
            day={day}
            hours={hours}
            lanes={data.cars.map((car) => ({
              id: car.carId,
              name: car.plate,
              about: carAbout(car),
              late: overdueOf(({ carId }) => carId === car.carId),
              appointments: data.data.filter(({ carId }) => carId === car.carId),
              books: mayBook && !car.isOff ? narrowed(data, car) : undefined,
            }))}
            lateOf={lateOf}
            onBook={(lane, minute) =>
              bookAt(
                lane,
                minute,
                data.cars.find(({ carId }) => carId === lane.id),
              )
            }
            onMove={(appointment, startsAt, carId) =>
              onMove(appointment, {
                startsAt,
                memberId: appointment.ownerId,
                carId: fitting(data.cars, appointment, carId),
              })
            }
          />
        )}
        <Lanes
          title="客户经理"
          day={day}
          hours={hours}
          lanes={ownersOf(data.data).map((lane) => ({ ...lane, books: mayBook ? data : undefined }))}
          lateOf={lateOf}
          onBook={bookAt}
          onMove={(appointment, startsAt, memberId) =>
            onMove(appointment, { startsAt, memberId, carId: appointment.carId })
          }
        />
      </div>
      <AppointmentList
        appointments={data.data}
        cars={data.cars}
        lateOf={lateOf}
        onMove={({ appointment, startsAt, carId }) =>
          onMove(appointment, { startsAt, memberId: appointment.ownerId, carId })
        }
      />
    </>
  )
}

/** Hours in which both are open. */
const narrowed = (store: Hours, car: Hours): Hours => ({
  opensAt: Math.max(store.opensAt, car.opensAt),
  closesAt: Math.max(Math.min(store.closesAt, car.closesAt), store.opensAt, car.opensAt),
})

/** The car if it has the series of the test drive, otherwise the present one. */
const fitting = (cars: readonly TestCar[], { seriesId, carId }: Appointment, target: number): number =>
  cars.some((car) => car.carId === target && car.seriesId === seriesId) ? target : carId

const carAbout = ({ seriesName, isOff }: TestCar): string =>
  [seriesName, isOff && '停用中'].filter(Boolean).join(' · ')

/** A lane for each consultant with appointments, by name. */
function ownersOf(appointments: readonly Appointment[]) {
  const owners = new Map<number, Appointment[]>()
  for (const one of appointments) owners.set(one.ownerId, [...(owners.get(one.ownerId) ?? []), one])
  return [...owners]
    .map(([id, own]) => ({
      id,
      name: own[0]?.ownerName ?? '',
      about: `${own.length}个预约`,
      appointments: own,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'zh'))
}

import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { drives as drivesCall, week } from '@showroom/contract/appointment/appointment.api'
import type { Appointment, DayAnswer, TestCar } from '@showroom/contract/appointment/appointment.schema'
import { type Drive, isOverdue } from '@showroom/contract/appointment/drive.schema'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button, Segmented } from 'antd'
import { queryOf } from '../api/query'
import { appointmentsQuery } from '../customer/public'
import { FrontTabs } from '../desk/public'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'
import { weekdayOf } from '../ui/dayText'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { DayPicker } from '../ui/form/DayPicker'
import { PageHeader } from '../ui/PageHeader'
import { PageSkeleton } from '../ui/Skeletons'
import { useNow } from '../ui/useNow'
import { AppointmentList } from './plan/AppointmentList'
import { lateText } from './plan/Block'
import { Drives, overdueText } from './drive/Drives'
import { Lanes } from './plan/Lanes'
import { laneHours } from './plan/lanes'
import { type Move, useMoves } from './plan/useMoves'
import { WeekView } from './plan/WeekView'
import './appointment.css'
import './plan/week.css'

/** The same page among those of the front desk. */
export const DeskAppointmentPage = () => (
  <>
    <FrontTabs />
    <AppointmentPage />
  </>
)

interface Search {
  day?: number
  view?: 'day' | 'week'
}

/** The store's appointments of a day, as lanes of cars and consultants, on phones as a list; for managers the team's week, too. */
export function AppointmentPage() {
  const now = useNow()
  const session = useSession()
  const { day: asOf = 0, view = 'day' } = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const { move, dialogs } = useMoves()
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
  return (
    <>
      <PageHeader
        title="预约日程"
        hint="到店与试驾的预约，在跟进时约定时间。点开一个预约可以改约，也可以直接拖动。"
      >
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
          <Button onClick={() => show(undefined)} disabled={day === dayStart(now)}>
            今天
          </Button>
          {!isWeek && <span className="sr-quiet">{weekdayOf(day)}</span>}
        </div>
      </PageHeader>
      {!isWeek && <Drives key={day} day={day} />}
      {isWeek ? (
        <WeekView
          day={day}
          onOpenDay={(next) => show(next, 'day')}
          onMove={(one, startsAt, memberId) => move(one, { startsAt, memberId, carId: one.carId })}
        />
      ) : (
        <DayView day={day} onMove={move} />
      )}
      {dialogs}
    </>
  )
}

function DayView({ day, onMove }: { day: number; onMove: Move }) {
  const { data, error, isPending, refetch } = useQuery(appointmentsQuery(day))
  if (isPending) return <PageSkeleton />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <Day day={day} data={data} onMove={onMove} />
}

interface DayProps {
  day: number
  data: DayAnswer
  onMove: Move
}

function Day({ day, data, onMove }: DayProps) {
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
            }))}
            lateOf={lateOf}
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
          lanes={ownersOf(data.data)}
          lateOf={lateOf}
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

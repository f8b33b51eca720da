import { type DayResult, judgeDay } from '@showroom/contract/attendance/attendance.rules'
import type { SignDay } from '@showroom/contract/attendance/attendance.schema'
import { signLabels, type SignMeasure } from '@showroom/contract/report/report.rules'
import { useQuery } from '@tanstack/react-query'
import { SignedDay } from '../../attendance/public'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { SideDrawer } from '../../ui/SideDrawer'
import { RowsSkeleton } from '../../ui/Skeletons'
import { signDaysQuery } from '../report.queries'
import '../../ui/RowsDrawer.css'

interface SignDaysDrawerProps {
  memberId: number
  name: string
  measure: SignMeasure
  dateStart: number
  dateEnd: number
  onClose: () => void
}

/** The days that each number of the report counts. */
const holds: Readonly<Record<SignMeasure, (day: SignDay, result: DayResult) => boolean>> = {
  due: (_, { isCounted }) => isCounted,
  actual: (_, { isCounted, isAbsent }) => isCounted && !isAbsent,
  absent: (_, { isAbsent }) => isAbsent,
  late: (_, { isLate }) => isLate,
  early: (_, { isEarly }) => isEarly,
  outside: (_, { isOutside }) => isOutside,
}

/** A member's days behind a number, the newest first, with their signs. */
export function SignDaysDrawer({ name, measure, onClose, ...request }: SignDaysDrawerProps) {
  const { data, error, refetch } = useQuery(signDaysQuery(request))
  const title = `${name} · ${signLabels[measure]}`
  const days = data?.data
    .map((day) => ({ ...day, result: judgeDay(day, data.now) }))
    .filter((day) => holds[measure](day, day.result))
    .toReversed()
  return (
    <SideDrawer title={title} onClose={onClose}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={8} />}
      {days && <p className="sr-rows-about">共 {days.length} 天</p>}
      {days?.length === 0 && <EmptyState title="没有记录" />}
      <ul className="sr-month-days">
        {days?.map((day) => (
          <SignedDay key={day.day} day={day} />
        ))}
      </ul>
    </SideDrawer>
  )
}

import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../ui/ErrorState'
import { PageHeader } from '../ui/PageHeader'
import { PageSkeleton } from '../ui/Skeletons'
import { todayQuery } from './attendance.queries'
import { MonthPanel } from './MonthPanel'
import { SignPanel } from './SignPanel'
import './attendance.css'

/** Attendance sign-in and sign-out, made for a phone, with the own month below. */
export function SignPage() {
  const { data, error, isPending, refetch } = useQuery(todayQuery())
  if (isPending) return <PageSkeleton />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="sr-attendance">
      <PageHeader title="签到" />
      <SignPanel today={data.data} />
      <MonthPanel today={data.data.day} />
    </div>
  )
}

import { updateMorningReport } from '@showroom/contract/report/morning.api'
import { useQuery } from '@tanstack/react-query'
import { Allowed } from '../../frame/Allowed'
import { ErrorState } from '../../ui/ErrorState'
import { PageHeader } from '../../ui/PageHeader'
import { PageSkeleton } from '../../ui/Skeletons'
import { morningQuery } from './morning.queries'
import { MorningNumbers } from './MorningNumbers'
import { MorningSubscription } from './MorningSubscription'
import '../report.css'
import './morning.css'

/** The current morning report, and the member's own subscription to it. */
export function MorningPage() {
  const { data, error, isPending, refetch } = useQuery(morningQuery())
  if (isPending) return <PageSkeleton />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const { setting, hasWecom, report } = data
  return (
    <div className="sr-morning">
      <PageHeader title="晨报" hint="昨日做成了什么，今天有什么等着，谁落下了" />
      <MorningNumbers report={report} />
      <Allowed to={updateMorningReport}>
        <MorningSubscription setting={setting} hasWecom={hasWecom} />
      </Allowed>
    </div>
  )
}

import { levelLabels, targetLabel, targetLevels } from '@showroom/contract/target/target.rules'
import type { TargetMeasure } from '@showroom/contract/target/target.rules'
import { useQuery } from '@tanstack/react-query'
import { formatMinute } from '../ui/day'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { SideDrawer } from '../ui/SideDrawer'
import { RowsSkeleton } from '../ui/Skeletons'
import { historyQuery } from './target.queries'

interface HistoryDrawerProps {
  month: string
  memberId: number
  measure: TargetMeasure
  name: string
  onClose: () => void
}

/** Values of a target with author and time. */
export function HistoryDrawer({ month, memberId, measure, name, onClose }: HistoryDrawerProps) {
  const { data, error, refetch } = useQuery(historyQuery({ month, memberId, measure }))
  return (
    <SideDrawer title={`${name} · ${targetLabel(measure)} · ${month}`} onClose={onClose}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <RowsSkeleton rows={4} />}
      {data?.data.length === 0 && <EmptyState title="没有修改记录" hint="这项目标还没有设定过。" />}
      <ol className="sr-target-history">
        {data?.data.map(({ goals, userName, changedAt }) => (
          <li key={`${changedAt} ${JSON.stringify(goals)}`}>
            <span className="sr-num">
              {targetLevels.map((level) => `${levelLabels[level]} ${goals[level] ?? '--'}`).join('，')}
            </span>
            <span className="sr-quiet">
              {userName} <time className="sr-num">{formatMinute(changedAt)}</time>
            </span>
          </li>
        ))}
      </ol>
    </SideDrawer>
  )
}

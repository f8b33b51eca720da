import { comment } from '@showroom/contract/daily/daily.api'
import { dailyState } from '@showroom/contract/daily/daily.rules'
import type { DailyReport } from '@showroom/contract/daily/daily.schema'
import { addDays, clockText, dayStart } from '@showroom/contract/kernel/day'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { Peeks } from '../customer/public'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'
import { formatMinute } from '../ui/day'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { lazyDialog } from '../ui/lazyDialog'
import { PageHeader } from '../ui/PageHeader'
import { PageSkeleton } from '../ui/Skeletons'
import { useNow } from '../ui/useNow'
import { stateText } from './daily.labels'
import { teamQuery } from './daily.queries'
import { type OpenedRows, ReportNumbers, useRows } from './DailyNumbers'
import { DailyTabs } from './DailyTabs'
import { DayNav } from './DayNav'
import { Comments, Defeats, Texts } from './ReportParts'
import './daily.css'

const AnswerDialog = lazyDialog(() => import('./AnswerDialog').then((module) => module.AnswerDialog))

/** The reports of a day of all members below. */
export function TeamPage() {
  const now = useNow()
  const { day: asOf } = useSearch({ from: '/shell/daily/team' })
  const navigate = useNavigate()
  const day = dayStart(asOf || now)
  const { data, error, isPending, refetch } = useQuery(teamQuery(day))
  return (
    <div className="sr-daily">
      <PageHeader
        title="团队日报"
        tabs={<DailyTabs day={asOf} />}
        hint={data && countsOf(data.data, data.dueAt)}
      >
        <DayNav day={day} onShow={(next) => void navigate({ to: '.', search: { day: next } })} />
      </PageHeader>
      {isPending && <PageSkeleton />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && <EmptyState title="这一天没有日报" hint="休息日与请假的成员无需提交。" />}
      {data && data.data.length > 0 && <Reports reports={data.data} day={day} />}
    </div>
  )
}

const isHandedIn = ({ state }: DailyReport): boolean => state === dailyState.handedIn

function countsOf(reports: readonly DailyReport[], dueAt: string): string {
  const handed = reports.filter(isHandedIn).length
  return `${dueAt} 前提交 · 已交 ${handed}，共 ${reports.length} 人`
}

/** Reports to read first, then those that were returned or are still to come. */
function Reports({ reports, day }: { reports: readonly DailyReport[]; day: number }) {
  const { open, drawer } = useRows()
  const [answering, setAnswering] = useState<{ kind: 'comment' | 'giveBack'; report: DailyReport }>()
  const sorted = reports.toSorted(
    (a, b) => Number(isHandedIn(b)) - Number(isHandedIn(a)) || b.state - a.state,
  )
  return (
    <>
      <ul className="sr-daily-team">
        {sorted.map((report) => (
          <li key={report.memberId}>
            <Report
              report={report}
              day={day}
              onOpen={open}
              onAnswer={(kind) => setAnswering({ kind, report })}
            />
          </li>
        ))}
      </ul>
      {drawer}
      <Peeks />
      {answering && <AnswerDialog {...answering} onClosed={() => setAnswering(undefined)} />}
    </>
  )
}

interface ReportProps {
  report: DailyReport
  day: number
  onOpen: ((rows: OpenedRows) => void) | undefined
  onAnswer: (kind: 'comment' | 'giveBack') => void
}

function Report({ report, day, onOpen, onAnswer }: ReportProps) {
  const { userName, state, handedAt } = report
  const mayAnswer = may(useSession(), comment) && report.mayAnswer
  return (
    <article className="sr-daily-panel" aria-label={`${userName}的日报`}>
      <header className="sr-daily-head">
        <h2 className="sr-cut" title={userName}>
          {userName}
        </h2>
        <span className="sr-daily-state">
          {stateText(report)}
          {state !== dailyState.none &&
            ` ${handedAt < addDays(day, 1) ? clockText(handedAt) : formatMinute(handedAt)}`}
        </span>
        {mayAnswer && (
          <span className="sr-daily-acts">
            <Button onClick={() => onAnswer('comment')}>
              批注<span className="sr-visually-hidden"> {userName}的日报</span>
            </Button>
            {isHandedIn(report) && (
              <Button onClick={() => onAnswer('giveBack')}>
                退回<span className="sr-visually-hidden"> {userName}的日报</span>
              </Button>
            )}
          </span>
        )}
      </header>
      <ReportNumbers report={report} day={day} onOpen={onOpen} />
      <Defeats defeats={report.defeats} />
      {state !== dailyState.none && <Texts {...report} />}
      <Comments comments={report.comments} />
    </article>
  )
}

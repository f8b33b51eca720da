import { signLabels, type SignMeasure, signMeasures, sumOf } from '@showroom/contract/report/report.rules'
import type { SignRow } from '@showroom/contract/report/report.schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../frame/session'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { lazyDialog } from '../../ui/lazyDialog'
import { ExportButton } from '../../ui/list/ExportButton'
import { PageHeader } from '../../ui/PageHeader'
import { RowsSkeleton } from '../../ui/Skeletons'
import { useNarrow } from '../../ui/useNarrow'
import { NumberTable } from '../NumberTable'
import { daysOf, wordsOf } from '../period'
import { PeriodBar } from '../PeriodBar'
import { exportSign, signQuery } from '../report.queries'
import { usePeriod } from '../usePeriod'
import '../report.css'

const SignDaysDrawer = lazyDialog(() => import('./SignDaysDrawer').then((module) => module.SignDaysDrawer))
const SignMembersDrawer = lazyDialog(() =>
  import('./SignMembersDrawer').then((module) => module.SignMembersDrawer),
)

/** The opened number: of a member, or of all if `member` is absent. */
interface Opened {
  readonly member?: Pick<SignRow, 'memberId' | 'name'>
  readonly measure: SignMeasure
}

/** Attendance by member, in person-days; a number opens those days. */
export function SignReportPage() {
  const state = usePeriod()
  const { period, search, now } = state
  const narrow = useNarrow()
  const session = useSession()
  const [opened, setOpened] = useState<Opened>()
  const { dateStart, dateEnd } = period ? daysOf(period, now) : { dateStart: 0, dateEnd: 0 }
  const query = useQuery({
    ...signQuery({ dateStart, dateEnd }),
    enabled: period !== undefined,
    placeholderData: keepPreviousData,
  })
  const { data, error } = query
  const words = period ? wordsOf(period, now) : ''
  return (
    <div className="sr-report">
      <PageHeader title="签到统计" hint={period && `${session.profile.company} · ${words} · 单位：人天`} />
      <PeriodBar state={state} compares={false} onView={() => void query.refetch()}>
        <ExportButton
          narrow={narrow}
          total={data && period ? data.sums.length : undefined}
          makeFile={() => exportSign({ dateStart, dateEnd })}
        />
      </PeriodBar>
      {!period && (
        <section className="sr-panel">
          <EmptyState title="请选择时间范围" hint="选择开始和结束日期后即可查看统计，最长3年。" />
        </section>
      )}
      {period && error && !data && <ErrorState error={error} onRetry={() => void query.refetch()} />}
      {period && !data && !error && <RowsSkeleton rows={10} />}
      {period && data && (
        <section className="sr-panel sr-report-panel">
          <SignTable
            rows={data.sums}
            sort={search.o ?? ''}
            onSort={(o) => state.change({ o })}
            onOpen={setOpened}
            stale={query.isPlaceholderData}
            label={`签到统计，${words}`}
          />
        </section>
      )}
      {opened?.member && (
        <SignDaysDrawer
          {...opened.member}
          measure={opened.measure}
          dateStart={dateStart}
          dateEnd={dateEnd}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened && !opened.member && (
        <SignMembersDrawer
          measure={opened.measure}
          rows={data?.sums ?? []}
          onOpen={(member) => setOpened({ member, measure: opened.measure })}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  )
}

interface SignTableProps {
  rows: readonly SignRow[]
  sort: string
  onSort: (sort: string | undefined) => void
  onOpen: (opened: Opened) => void
  stale: boolean
  label: string
}

function SignTable({ rows, onOpen, ...rest }: SignTableProps) {
  const total = sumOf(rows, signMeasures)
  return (
    <NumberTable<SignRow, SignMeasure>
      {...rest}
      head="姓名"
      rows={rows}
      keyOf={({ memberId }) => String(memberId)}
      columns={signMeasures.map((key) => ({ key, title: signLabels[key] }))}
      totalName="合计"
      total={(measure) => daysNumber('合计', measure, total[measure], () => onOpen({ measure }))}
      cell={(row, measure) =>
        daysNumber(row.name, measure, row[measure], () => onOpen({ member: row, measure }))
      }
    />
  )
}

/** A number of days, which opens them. */
function daysNumber(of: string, measure: SignMeasure, count: number, onOpen: () => void): ReactNode {
  if (count === 0) return <span className="sr-report-none">0</span>
  return (
    <button
      type="button"
      className="sr-report-number sr-as-text"
      aria-label={`${of} · ${signLabels[measure]} ${count}，查看明细`}
      onClick={onOpen}
    >
      {count}
    </button>
  )
}

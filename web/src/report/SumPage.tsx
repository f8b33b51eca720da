import { daysUntilToday, spanBefore } from '@showroom/contract/report/period.rules'
import { onlineTables, reports, type ReportName, sumOf } from '@showroom/contract/report/report.rules'
import type { ReportRow } from '@showroom/contract/report/report.schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../frame/session'
import { formatDay, formatMinute } from '../ui/day'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { lazyDialog } from '../ui/lazyDialog'
import { ExportButton } from '../ui/list/ExportButton'
import { PageHeader } from '../ui/PageHeader'
import { RowsSkeleton } from '../ui/Skeletons'
import { useNarrow } from '../ui/useNarrow'
import { daysOf, type Period, rangeOf, wordsOf } from './period'
import { PeriodBar } from './PeriodBar'
import { ReportChart } from './ReportChart'
import { exportSum, sumQuery, type SumRequest } from './report.queries'
import { type Opened, ReportTable, type ReportTableProps } from './ReportTable'
import { usePeriod } from './usePeriod'
import './report.css'

const CountedRows = lazyDialog(() => import('./CountedRows').then((module) => module.CountedRows))

/** A report of the store's numbers: days, charts, tables. */
export function SumPage({ name }: { name: ReportName }) {
  const state = usePeriod()
  const { period, search, now } = state
  const narrow = useNarrow()
  const session = useSession()
  const [opened, setOpened] = useState<Opened>()
  const request: SumRequest | undefined = period && {
    ...daysOf(period, now),
    isCompare: search.c === 1 ? 1 : 0,
  }
  const query = useQuery({
    ...sumQuery(name, request ?? { dateStart: 0, dateEnd: 0 }),
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
  })
  const { data, error } = query
  const { name: title } = reports[name]
  const words = period ? wordsOf(period, now) : ''
  return (
    <div className="sr-report">
      <PageHeader
        title={title}
        hint={
          period && (
            <ReportHint
              store={session.profile.company}
              words={words}
              period={period}
              now={now}
              compared={search.c === 1}
              hasTargets={data?.targets !== undefined}
            />
          )
        }
      />
      <PeriodBar state={state} onView={() => void query.refetch()}>
        <ExportButton
          narrow={narrow}
          total={data && request ? data.sums.length : undefined}
          makeFile={() =>
            exportSum(name, { ...(request ?? { dateStart: 0, dateEnd: 0 }), sort: search.o ?? '' })
          }
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
        <>
          <ReportChart name={name} rows={data.sums} days={daysOf(period, now)} words={words} />
          <Tables
            name={name}
            rows={data.sums}
            before={data.before?.sums}
            targets={data.targets}
            days={rangeOf(period, now)}
            sort={search.o ?? ''}
            onSort={(sort) => state.change({ o: sort })}
            onOpen={setOpened}
            stale={query.isPlaceholderData}
            label={`${title}，${words}`}
          />
          {opened && (
            <CountedRows
              title={opened.title}
              words={words}
              request={{ ...daysOf(period, now), ...opened.rows }}
              onClose={() => setOpened(undefined)}
            />
          )}
        </>
      )}
    </div>
  )
}

interface ReportHintProps {
  store: string
  words: string
  period: Period
  now: number
  compared: boolean
  hasTargets: boolean
}

/** Names the store, the days and the compared period. */
function ReportHint({ store, words, period, now, compared, hasTargets }: ReportHintProps) {
  const { dateStart, dateEnd, dateType } = daysOf(period, now)
  const before = spanBefore(dateType, daysUntilToday(dateStart, dateEnd, now), now)
  const [from, to] = [formatDay(before.start), before.end]
  const until = formatMinute(to).endsWith('00:00') ? formatDay(to - 1) : formatMinute(to)
  return (
    <>
      {store} · {words}
      {compared && <> · 同期 {from === until ? from : `${from} 至 ${until}`}</>}
      {hasTargets && ' · 数字下方为目标与完成率'}
    </>
  )
}

type TablesProps = ReportTableProps

/** One table; online leads have one for the platforms, one for the maker's own channels, and both together. */
function Tables(props: TablesProps) {
  const { name, rows, before } = props
  if (name !== 'onlineClue')
    return (
      <section className="sr-panel sr-report-panel">
        <ReportTable {...props} />
      </section>
    )
  return (
    <>
      {onlineTables.map(({ name: table, holds }) => (
        <section key={table} className="sr-panel sr-report-panel" aria-label={table}>
          <h2 className="sr-report-title">{table}</h2>
          <ReportTable
            {...props}
            rows={rows.filter(holds)}
            before={before?.filter(holds)}
            isPart
            totalName="小计"
            label={`${props.label}，${table}`}
          />
        </section>
      ))}
      <section className="sr-panel sr-report-panel" aria-label="合计">
        <h2 className="sr-report-title">合计</h2>
        <BothTogether {...props} />
      </section>
    </>
  )
}

/** Totals of all platforms and of all the maker's own channels. */
function BothTogether({ rows, before, label, ...rest }: TablesProps) {
  const groupsOf = (of: readonly ReportRow[]): ReportRow[] =>
    onlineTables.map(({ name, holds }, at) => ({
      id: at + 1,
      otherId: 0,
      name,
      isLeft: false,
      isPlatform: at === 0,
      ...sumOf(of.filter(holds) as never[], reports.onlineClue.columns),
    }))
  return (
    <ReportTable
      {...rest}
      rows={groupsOf(rows)}
      before={before && groupsOf(before)}
      partsOf={({ isPlatform }) => rows.filter((row) => row.isPlatform === isPlatform)}
      label={`${label}，合计`}
    />
  )
}

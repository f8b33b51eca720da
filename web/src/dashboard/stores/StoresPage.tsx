import { sumOf } from '@showroom/contract/report/report.rules'
import { type TargetMeasure, targetLabel, targetMeasures } from '@showroom/contract/target/target.rules'
import type { StoreRow } from '@showroom/contract/dashboard/stores.schema'
import { behindBy } from '@showroom/contract/dashboard/month.rules'
import { sortRows } from '@showroom/contract/report/report.rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Select } from 'antd'
import { type ReactNode, useId } from 'react'
import { useSession } from '../../frame/session'
import { useSwitchStore } from '../../frame/useSwitchStore'
import { ChangeMark, daysOf, NumberTable, PeriodBar, usePeriod, wordsOf } from '../../report/public'
import { Sparkline } from '../../ui/chart/Sparkline'
import { ErrorState } from '../../ui/ErrorState'
import { PageHeader } from '../../ui/PageHeader'
import { RowsSkeleton } from '../../ui/Skeletons'
import { useNarrow } from '../../ui/useNarrow'
import { withCommas } from '../../ui/withCommas'
import { storesQuery } from '../dashboard.queries'
import { PaceBar } from '../month/PaceBar'
import './stores.css'

/** A store with its numbers at the top level, which the table sorts by. */
interface Row extends StoreRow, Readonly<Record<TargetMeasure, number>> {
  readonly isLeft: false
}

const columns = targetMeasures.map((key) => ({ key, title: targetLabel(key), width: 128 }))

/** 门店对比: the same numbers of each of the member's stores. A store opens by switching to it. */
export function StoresPage() {
  const state = usePeriod()
  const { period, search, now } = state
  const narrow = useNarrow()
  const query = useQuery({
    ...storesQuery(period ? daysOf(period, now) : { dateStart: 0, dateEnd: 0 }),
    enabled: period !== undefined,
    placeholderData: keepPreviousData,
  })
  const { data, error } = query
  const words = period ? wordsOf(period, now) : ''
  const sort = search.o ?? '-orders'
  const rows = sortRows(
    (data?.data ?? []).map((row): Row => ({ ...row, ...row.counts, isLeft: false })),
    sort,
    targetMeasures,
  )
  const onSort = (next: string | undefined): void => state.change({ o: next })
  return (
    <div className="sr-stores-page">
      <PageHeader title="门店对比" hint={data ? `${data.data.length} 家门店 · ${words}` : words} />
      <PeriodBar state={state} onView={() => void query.refetch()} compares={false} />
      {period && error && !data && <ErrorState error={error} onRetry={() => void query.refetch()} />}
      {period && !data && !error && <RowsSkeleton rows={6} />}
      {period && data && (
        <Stores
          rows={rows}
          sort={sort}
          onSort={onSort}
          narrow={narrow}
          stale={query.isPlaceholderData}
          words={words}
        />
      )}
    </div>
  )
}

interface StoresProps {
  rows: readonly Row[]
  sort: string
  onSort: (sort: string | undefined) => void
  narrow: boolean
  stale: boolean
  words: string
}

function Stores({ rows, sort, onSort, narrow, stale, words }: StoresProps) {
  const here = useSession().profile.dealerId
  const { going, problem, goTo } = useSwitchStore()
  const nameOf = ({ dealerId, name }: Row): ReactNode => (
    <span className="sr-stores-name">
      {dealerId === here ? (
        <>
          <span className="sr-cut" title={name}>
            {name}
          </span>
          <span className="sr-quiet">当前</span>
        </>
      ) : (
        <Button
          type="link"
          className="sr-stores-open"
          loading={dealerId === going}
          onClick={() => goTo(dealerId)}
        >
          <span className="sr-cut" title={name}>
            {name}
          </span>
        </Button>
      )}
    </span>
  )
  const total = sumOf(rows, targetMeasures)
  return (
    <>
      {problem && <Alert type="error" showIcon role="alert" title={problem} />}
      {narrow ? (
        <Cards rows={rows} sort={sort} onSort={onSort} nameOf={nameOf} words={words} />
      ) : (
        <section className="sr-panel sr-stores-panel">
          <NumberTable
            head="门店"
            rows={rows}
            keyOf={({ dealerId }) => String(dealerId)}
            columns={columns}
            nameCell={nameOf}
            cell={cellOf}
            total={(measure) => withCommas(total[measure])}
            totalName="合计"
            sort={sort}
            onSort={onSort}
            stale={stale}
            label={`门店对比，${words}`}
          />
        </section>
      )}
      <p className="sr-quiet sr-stores-note">
        每格：所选日期的数，与同期相比的增减，近30天的走势；按月查看时另有目标与进度（竖线为应完成处，落后为红）。点门店名切换到该店后，可打开每个数的明细。
      </p>
    </>
  )
}

interface CardsProps extends Pick<StoresProps, 'rows' | 'sort' | 'onSort' | 'words'> {
  nameOf: (row: Row) => ReactNode
}

/** The stores on a phone. */
function Cards({ rows, sort, onSort, nameOf, words }: CardsProps) {
  const sortId = useId()
  return (
    <>
      <label className="sr-stores-sort" htmlFor={sortId}>
        排序
        <Select
          id={sortId}
          value={sort}
          options={columns.map(({ key, title }) => ({ value: `-${key}`, label: `${title}从多到少` }))}
          onChange={onSort}
        />
      </label>
      <ul className="sr-stores-cards" aria-label={`门店对比，${words}`}>
        {rows.map((row) => (
          <li key={row.dealerId} className="sr-panel sr-stores-card">
            {nameOf(row)}
            <dl>
              {columns.map(({ key, title }) => (
                <div key={key}>
                  <dt>{title}</dt>
                  <dd>{cellOf(row, key)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  )
}

const cellOf = (row: Row, measure: TargetMeasure): ReactNode => <Cell row={row} measure={measure} />

/** A number, its change against the same part of the period before, and its last 30 days. */
function Cell({ row, measure }: { row: Row; measure: TargetMeasure }) {
  const done = row.counts[measure]
  const pace = row.month?.[measure]
  const behind = pace ? behindBy({ done, due: pace.due }) : 0
  return (
    <span className="sr-stores-cell" title={pace ? paceText(pace, behind) : undefined}>
      <span className="sr-stores-count sr-num">
        {withCommas(done)}
        {pace?.target != null && <span className="sr-stores-target"> / {withCommas(pace.target)}</span>}
      </span>
      <ChangeMark count={done} before={row.before[measure]} isLoss={false} />
      {pace && <PaceBar of={{ done, ...pace }} />}
      <Sparkline values={row.days[measure]} />
    </span>
  )
}

const paceText = (
  { due, forecast }: { due: number | null; forecast: number | null },
  behind: number,
): string =>
  [
    due !== null && `应完成 ${Math.floor(due)}`,
    behind > 0 && `落后 ${behind}`,
    forecast !== null && `预计 ${forecast}`,
  ]
    .filter(Boolean)
    .join(' · ')

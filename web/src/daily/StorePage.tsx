import { doneMeasures } from '@showroom/contract/daily/daily.rules'
import type { DailySum } from '@showroom/contract/daily/daily.schema'
import { dayStart, dayText } from '@showroom/contract/kernel/day'
import { measures } from '@showroom/contract/report/measures'
import { periodStart } from '@showroom/contract/report/period.rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button, Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSession } from '../frame/session'
import { NumberTable } from '../report/public'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { PageHeader } from '../ui/PageHeader'
import { RowsSkeleton } from '../ui/Skeletons'
import { useNarrow } from '../ui/useNarrow'
import { useNow } from '../ui/useNow'
import { withCommas } from '../ui/withCommas'
import { sumQuery } from './daily.queries'
import { KeptNumber, type OpenedRows, useRows } from './DailyNumbers'
import { DailyTabs } from './DailyTabs'
import { DayNav } from './DayNav'
import './daily.css'

const types = [
  { value: 1, label: '日', unit: '天' },
  { value: 2, label: '周', unit: '周' },
  { value: 3, label: '月', unit: '月' },
] as const
type Type = (typeof types)[number]['value']

/** The store's report of a day, week or month, or that of the members below; it is also the paper. */
export function StorePage() {
  const now = useNow()
  const { day: asOf, type } = useSearch({ from: '/shell/daily/store' })
  const navigate = useNavigate()
  const session = useSession()
  const day = dayStart(asOf || now)
  const query = useQuery({ ...sumQuery({ dateType: type, day }), placeholderData: keepPreviousData })
  const { data, error } = query
  const show = (next: { day?: number; type?: Type }): void =>
    void navigate({ to: '.', search: { day: asOf, type, ...next } })
  const unit = types.find(({ value }) => value === type)?.unit ?? '天'
  const words = data ? [...new Set([dayText(data.start), dayText(data.end - 1)])].join(' 至 ') : ''
  return (
    <div className="sr-daily">
      <PageHeader
        title={`日报汇总 ${words}`}
        tabs={<DailyTabs day={asOf} />}
        hint={data && `${data.isStore ? session.profile.company : '本人与下级'} · ${words}`}
      >
        <DayNav
          day={day}
          stepTo={(by) => periodStart(type, day, by)}
          unit={unit}
          onShow={(next) => show({ day: next })}
        >
          <Segmented<Type>
            aria-label="日期类型"
            value={type}
            options={types.map(({ value, label }) => ({ value, label }))}
            onChange={(next) => show({ type: next })}
          />
        </DayNav>
        <Button onClick={() => window.print()} disabled={!data}>
          打印
        </Button>
      </PageHeader>
      {error && !data && <ErrorState error={error} onRetry={() => void query.refetch()} />}
      {!data && !error && <RowsSkeleton rows={10} />}
      {data?.rows.length === 0 && (
        <EmptyState title="这段时间没有日报" hint="休息日无需提交，其他日子的数字会按记录填好。" />
      )}
      {data && data.rows.length > 0 && (
        <Sums data={data} isStale={query.isPlaceholderData} label={`日报汇总，${words}`} />
      )}
    </div>
  )
}

type Sum = DailySum['total']
type Row = DailySum['rows'][number]
type Column = (typeof doneMeasures)[number] | 'overdue' | 'tomorrow' | 'handed'

const titles: Readonly<Record<Column, string>> = {
  ...(Object.fromEntries(doneMeasures.map((name) => [name, measures[name].label])) as Record<
    (typeof doneMeasures)[number],
    string
  >),
  overdue: '逾期任务',
  tomorrow: '次日预约',
  handed: '提交',
}

/** What was handed in of what was expected, in words. */
function handedText({ handed, due, late, missing }: Sum): string {
  if (due === 0) return '–'
  const rest = [late > 0 && `晚交${late}`, missing > 0 && `未交${missing}`].filter(Boolean).join('，')
  return `${handed}/${due}${rest && `（${rest}）`}`
}

function Sums({ data, isStale, label }: { data: DailySum; isStale: boolean; label: string }) {
  const { rows, total, start, end } = data
  const { open, drawer } = useRows()
  const [sort, setSort] = useState('')
  const isNarrow = useNarrow()
  const columns: Column[] = [
    ...doneMeasures,
    ...(total.tomorrow === null ? [] : (['overdue', 'tomorrow'] as const)),
    'handed',
  ]
  const span = { start, last: end - 1 }
  const cellOf = (sum: Sum, of: Pick<Row, 'userName'> & { memberId?: number }) => (column: Column) => (
    <Cell sum={sum} column={column} of={of} span={span} onOpen={open} />
  )
  const whole = cellOf(total, { userName: '合计' })
  return (
    <>
      {isNarrow ? (
        <ul className="sr-daily-team" aria-label={label}>
          <SumCard name="合计" columns={columns} cell={whole} />
          {rows.map((row) => (
            <SumCard key={row.memberId} name={row.userName} columns={columns} cell={cellOf(row, row)} />
          ))}
        </ul>
      ) : (
        <section className="sr-panel sr-report-panel">
          <NumberTable<Row & { name: string }, Column>
            head="姓名"
            rows={rows.map((row) => ({ ...row, ...row.numbers, name: row.userName }))}
            keyOf={({ memberId }) => String(memberId)}
            columns={columns.map((key) => ({ key, title: titles[key] }))}
            cell={(row, column) => cellOf(row, row)(column)}
            total={whole}
            totalName="合计"
            sort={sort}
            onSort={(next) => setSort(next ?? '')}
            stale={isStale}
            label={label}
          />
        </section>
      )}
      {drawer}
    </>
  )
}

interface CellProps {
  sum: Sum
  column: Column
  of: { readonly userName: string; readonly memberId?: number }
  span: { readonly start: number; readonly last: number }
  onOpen: ((rows: OpenedRows) => void) | undefined
}

function Cell({ sum, column, of: { userName, memberId }, span, onOpen }: CellProps) {
  if (column === 'handed') return <span className="sr-daily-handed">{handedText(sum)}</span>
  if (column === 'overdue' || column === 'tomorrow') {
    const count = sum[column]
    return count === null ? '–' : withCommas(count)
  }
  const title = `${userName} · ${titles[column]}`
  return (
    <KeptNumber
      count={sum.numbers[column]}
      now={sum.now[column]}
      label={title}
      onOpen={
        onOpen &&
        (() => onOpen({ title, measure: column, ...(memberId !== undefined && { memberId }), ...span }))
      }
    />
  )
}

/** A line of the sums on a phone. */
const SumCard = ({
  name,
  columns,
  cell,
}: {
  name: string
  columns: readonly Column[]
  cell: (column: Column) => ReactNode
}) => (
  <li className="sr-daily-panel">
    <h2 className="sr-cut" title={name}>
      {name}
    </h2>
    <dl className="sr-daily-tiles">
      {columns.map((column) => (
        <div key={column}>
          <dt>{titles[column]}</dt>
          <dd>{cell(column)}</dd>
        </div>
      ))}
    </dl>
  </li>
)

import { doneMeasures } from '@showroom/contract/daily/daily.rules'
import type { DailySum } from '@showroom/contract/daily/daily.schema'
import { dayStart, dayText } from '@showroom/contract/kernel/day'
import { periodStart } from '@showroom/contract/report/period.rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button, Segmented } from 'antd'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useSession } from '../frame/session'
import { NumberTable } from '../report/public'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { PageHeader } from '../ui/PageHeader'
import { RowsSkeleton } from '../ui/Skeletons'
import { useNarrow } from '../ui/useNarrow'
import { useNow } from '../ui/useNow'
import { sumQuery } from './daily.queries'
import { type Column, columns, DailyNumber, DailyNumbers, titleOf, useRows } from './DailyNumbers'
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
        hint={
          data &&
          `${data.isStore ? session.profile.company : '本人与下级'} · ${words} · ${countsOf(data.total)}`
        }
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

/** How many reports of those expected were handed in. */
const countsOf = ({ handed, due, late, missing, returned }: Sum): string =>
  [
    `已交 ${handed}/${due}`,
    late > 0 && `晚交 ${late}`,
    missing > 0 && `未交 ${missing}`,
    returned > 0 && `已退回 ${returned}`,
  ]
    .filter(Boolean)
    .join('，')

/** The same of a member: a word for a day. */
function handedText({ handed, due, late, missing, returned }: Sum, isDay: boolean): string {
  if (due === 0) return '–'
  if (!isDay) return `${handed}/${due}`
  if (handed > 0) return late > 0 ? '晚交' : '已交'
  if (returned > 0) return '已退回'
  return missing > 0 ? '未交' : '待交'
}

type Numbers = Omit<ComponentProps<typeof DailyNumber>, 'column'>

const cellOf = (column: Column, numbers: Numbers): ReactNode => <DailyNumber column={column} {...numbers} />

function Sums({ data, isStale, label }: { data: DailySum; isStale: boolean; label: string }) {
  const { rows, total, start, end } = data
  const { open, drawer } = useRows()
  const [sort, setSort] = useState('')
  const isNarrow = useNarrow()
  const isDay = total.tomorrow !== null
  const visible = isDay ? columns : doneMeasures
  const lineOf = (sum: Sum, of: Numbers['of'], handed: string) => {
    const { numbers, overdue, tomorrow, now } = sum
    const all = { ...numbers, overdue, tomorrow }
    return { of, handed, numbers: { numbers: all, now, of, span: { start, last: end - 1 }, onOpen: open } }
  }
  const lines = new Map(rows.map((row) => [row.memberId, lineOf(row, row, handedText(row, isDay))]))
  const whole = lineOf(total, { userName: '合计' }, handedText(total, false))
  return (
    <>
      {isNarrow ? (
        <ul className="sr-daily-team" aria-label={label}>
          {[whole, ...lines.values()].map(({ of, handed, numbers }) => (
            <li key={of.memberId ?? 'total'} className="sr-daily-panel">
              <header className="sr-daily-head">
                <h2 className="sr-cut" title={of.userName}>
                  {of.userName}
                </h2>
                <span className="sr-daily-state">{handed}</span>
              </header>
              <DailyNumbers columns={visible} {...numbers} />
            </li>
          ))}
        </ul>
      ) : (
        <section className="sr-panel sr-report-panel">
          <NumberTable<Row & { name: string }, Column | 'handed'>
            head="姓名"
            rows={rows.map((row) => ({ ...row, ...row.numbers, name: row.userName }))}
            keyOf={({ memberId }) => String(memberId)}
            columns={[
              ...visible.map((key) => ({ key, title: titleOf(key) })),
              { key: 'handed' as const, title: '提交' },
            ]}
            cell={({ memberId }, column) => {
              const { handed, numbers } = lines.get(memberId) ?? whole
              return column === 'handed' ? handed : cellOf(column, numbers)
            }}
            total={(column) => (column === 'handed' ? whole.handed : cellOf(column, whole.numbers))}
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

import { dayStart } from '@showroom/contract/kernel/day'
import { type MeasureName, measures as meanings } from '@showroom/contract/report/measures'
import { charts, columnLabel, type ReportName, reports } from '@showroom/contract/report/report.rules'
import type { ReportRow } from '@showroom/contract/report/report.schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Chart } from '../ui/chart/Chart'
import type { ChartData } from '../ui/chart/chartData'
import { ExportButton } from '../ui/list/ExportButton'
import { appointmentChartQuery, customerChartQuery, exportTable, taskChartQuery } from './report.queries'
import { tableOf } from './tableOf'

interface ReportChartProps {
  name: ReportName
  rows: readonly ReportRow[]
  /** The days of the rows, and the same in words. */
  days: { readonly dateStart: number; readonly dateEnd: number }
  words: string
}

/** A report's chart of the same days as its table: their course for reports about members, the rows for the others, and for one day. */
export function ReportChart({ name, ...rest }: ReportChartProps) {
  const isOneDay = dayStart(rest.days.dateStart) === dayStart(rest.days.dateEnd)
  if (hasTrend(name) && !isOneDay) return <TrendChart name={name} {...rest} />
  return <RowsChart name={name} {...rest} />
}

const trendTitles = { task: '任务趋势', customer: '客户趋势', appointment: '预约趋势' } as const
const trendQueries = {
  task: taskChartQuery,
  customer: customerChartQuery,
  appointment: appointmentChartQuery,
} as const
type Trend = keyof typeof charts
const hasTrend = (name: ReportName): name is Trend => name in charts

/** Lines shown initially; the others can be switched on. */
const firstLines: ReadonlySet<MeasureName> = new Set([
  'leads',
  'talks',
  'visits',
  'testDrives',
  'files',
  'filesOnline',
  'filesOffline',
])
const isFirst = (name: Trend, measure: MeasureName): boolean =>
  name === 'appointment' || firstLines.has(measure)

/** Beyond so many days a trend has a point for each month. */
const mostDays = 93

type TrendPoint = { name: string } & Partial<Record<MeasureName, number>>

/** Adds up the days of each month; their names are `2026-11`. */
function byMonth(days: readonly TrendPoint[], columns: readonly MeasureName[]): TrendPoint[] {
  const months = new Map<string, TrendPoint>()
  for (const day of days) {
    const name = day.name.slice(0, 7)
    const month = months.get(name) ?? { name }
    for (const column of columns) month[column] = (month[column] ?? 0) + (day[column] ?? 0)
    months.set(name, month)
  }
  return [...months.values()]
}

function TrendChart({ name, days: { dateStart, dateEnd }, words }: ReportChartProps & { name: Trend }) {
  const range = { dateStart, dateEnd }
  const { data } = useQuery<{ data: TrendPoint[] }>({
    ...trendQueries[name](range),
    placeholderData: keepPreviousData,
  } as never)
  const isByMonth = (data?.data.length ?? 0) > mostDays
  const days = useMemo(
    () => (data && isByMonth ? byMonth(data.data, charts[name]) : data?.data),
    [data, isByMonth, name],
  )
  const chart = useMemo((): ChartData | undefined => {
    if (!days) return undefined
    return {
      kind: 'line',
      over: isByMonth ? '月份' : '日期',
      points: days.map((day) => day.name),
      lines: charts[name].map((measure) => ({
        name: columnLabel(name, measure),
        hint: meanings[measure].meaning.replace('所选日期内', isByMonth ? '当月' : '当天'),
        values: days.map((day) => day[measure] ?? 0),
        isHidden: !isFirst(name, measure),
      })),
    }
  }, [days, isByMonth, name])
  const sums = chart?.lines.map(
    (line) => `${line.name}${line.values.reduce<number>((sum, n) => sum + (n ?? 0), 0)}`,
  )
  return (
    <Panel
      title={trendTitles[name]}
      label={`${words}${isByMonth ? '每月' : '每日'}趋势折线图，合计：${sums?.join('、') ?? ''}`}
      chart={chart}
    />
  )
}

/** The measures of a report that its chart shows. */
const drawn = {
  task: { kind: 'bar', measures: ['leads', 'talks', 'visits', 'testDrives'], title: '各成员线索与跟进' },
  customer: { kind: 'bar', measures: ['files', 'filesOnline', 'filesOffline'], title: '各成员建档' },
  series: { kind: 'bar', measures: ['files', 'orders', 'deliveries'], title: '各车系建档、订车与交车' },
  storeCustomer: { kind: 'rows', measures: ['files'], title: '线下建档来源' },
  onlineClue: {
    kind: 'bar',
    measures: ['leadsValid', 'leadsInvalid', 'leadsRepeat'],
    title: '各平台线索质量',
  },
  appointment: { kind: 'bar', measures: ['invited', 'invitedCame', 'noShows'], title: '各成员邀约与到店' },
  testCar: { kind: 'bar', measures: ['carBookings', 'carCame', 'carNoShows'], title: '各试驾车预约' },
} as const

function RowsChart({ name, rows, words }: ReportChartProps) {
  const { kind, measures, title } = drawn[name]
  const chart = useMemo((): ChartData => {
    const nonEmpty = rows.filter((row) => measures.some((measure) => (row[measure] ?? 0) > 0))
    const first = measures[0]
    const sorted = nonEmpty.toSorted((a, b) => (b[first] ?? 0) - (a[first] ?? 0)).slice(0, 12)
    return {
      kind,
      over: reports[name].head,
      points: sorted.map((row) => row.name),
      lines: measures.map((measure) => ({
        name: columnLabel(name, measure),
        hint: meanings[measure].meaning,
        values: sorted.map((row) => row[measure] ?? 0),
      })),
    }
  }, [rows, name, kind, measures])
  const [first] = chart.points
  const count = chart.lines[0]?.values[0] ?? 0
  const summary = first ? `最多的是${first}，${chart.lines[0]?.name ?? ''}${count}` : '没有数据'
  return <Panel title={title} label={`${title}，${words}：${summary}`} chart={chart} />
}

function Panel({ title, label, chart }: { title: string; label: string; chart: ChartData | undefined }) {
  return (
    <section className="sr-panel sr-report-chart">
      {chart && chart.points.length === 0 ? (
        <p className="sr-quiet">所选时间范围内没有可绘制的数据</p>
      ) : chart ? (
        <Chart
          title={title}
          label={label}
          data={chart}
          height={260}
          tools={
            <ExportButton
              narrow={false}
              size="small"
              total={chart.points.length}
              makeFile={() => exportTable(title, tableOf(chart))}
            />
          }
        />
      ) : (
        <div className="sr-report-chart-waiting" aria-busy />
      )}
    </section>
  )
}

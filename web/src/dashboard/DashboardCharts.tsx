import type { DashboardDateType } from '@showroom/contract/dashboard/dashboard.rules'
import { dashboardDateType } from '@showroom/contract/dashboard/dashboard.rules'
import type { PlaceRow, SourceRow, TrendRow } from '@showroom/contract/dashboard/dashboard.schema'
import { source } from '@showroom/contract/customer/customer.rules'
import { type MeasureName, measures } from '@showroom/contract/report/measures'
import { rows as rowsCall } from '@showroom/contract/report/report.api'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Segmented } from 'antd'
import { useState } from 'react'
import { customerList } from '../customer/public'
import { may, useMayEnter } from '../frame/areas'
import { useSession } from '../frame/session'
import { CountedRows } from '../report/public'
import { Chart } from '../ui/chart/Chart'
import type { ChartData } from '../ui/chart/chartData'
import type { ShowValue } from '../ui/chart/ChartTable'
import { nowSeconds } from '../api/clock'
import { formatDay } from '../ui/day'
import { EmptyState } from '../ui/EmptyState'
import type { ListSearch } from '../ui/list/filter/listSearch'
import { dateTypes, percentText } from './dashboard.labels'
import { onlineQuery, placesQuery, storeQuery, trendQuery } from './dashboard.queries'
import '../ui/home.css'

/** The trend of the last thirty days, and the sources of the files of a range. */
export function DashboardCharts() {
  const [dateType, setDateType] = useState<DashboardDateType>(dashboardDateType.today)
  const range = dateTypes.find(({ value }) => value === dateType)?.label ?? ''
  return (
    <>
      <Trend />
      <section className="sr-from" aria-labelledby="from-title">
        <header className="sr-dash-head">
          <h2 id="from-title">客户来自哪里</h2>
          <Segmented
            aria-label="时间范围"
            options={dateTypes.map(({ value, label }) => ({ value, label }))}
            value={dateType}
            onChange={setDateType}
          />
        </header>
        <div className="sr-from-charts">
          <Places dateType={dateType} range={range} />
          <Sources dateType={dateType} range={range} isOnline />
          <Sources dateType={dateType} range={range} isOnline={false} />
        </div>
      </section>
    </>
  )
}

/** The measures that each line counts. */
const lines = [
  {
    name: '新增线上客户',
    of: (row: TrendRow) => row.onlineCount,
    counts: ['filesOnline'],
    hint: '当天建档、来源为网络的客户',
  },
  {
    name: '新增线下客户',
    of: (row: TrendRow) => row.storeCount,
    counts: ['filesOffline'],
    hint: '当天建档、来源不是网络的客户',
  },
  {
    name: '跟进数',
    of: (row: TrendRow) => row.followCount,
    counts: ['talks', 'visits', 'testDrives', 'revisits'],
    hint: '当天完成的沟通、到店、试驾与回访；随订车、交车完成的任务不在内',
  },
  { name: '到店数', of: (row: TrendRow) => row.arriveCount, counts: ['visits'], hint: '其中的到店' },
  { name: '试驾数', of: (row: TrendRow) => row.testDriveCount, counts: ['testDrives'], hint: '其中的试驾' },
  {
    name: '订车数',
    of: (row: TrendRow) => row.orderCount,
    counts: ['orders'],
    hint: '当天审核通过且未取消的订单',
    isHidden: true,
  },
  {
    name: '交车数',
    of: (row: TrendRow) => row.deliverCount,
    counts: ['deliveries'],
    hint: '当天交车的订单',
    isHidden: true,
  },
] as const

/** A number of the trend whose rows are shown. */
interface OpenedRows {
  readonly title: string
  readonly day: number
  readonly counts: readonly MeasureName[]
}

function Trend() {
  const { data } = useQuery(trendQuery())
  const [opened, setOpened] = useState<OpenedRows>()
  const session = useSession()
  const title = '近30天趋势'
  if (!data) return <ChartPlaceholder title={title} height={300} />
  const rows = data.data
  const chart: ChartData = {
    kind: 'line',
    over: '日期',
    points: rows.map(({ name }) => name),
    lines: lines.map(({ of, counts: _counts, ...line }) => ({ ...line, values: rows.map(of) })),
  }
  const showRows: ShowValue = (value, at, line) => {
    const [row, one] = [rows[at], lines[line]]
    if (!row || !one || !value) return value
    const open = (): void => setOpened({ title: one.name, day: row.date, counts: one.counts })
    return (
      <button
        type="button"
        className="sr-link sr-num sr-as-text"
        aria-label={`${row.name} ${one.name} ${value}，查看明细`}
        onClick={open}
      >
        {value}
      </button>
    )
  }
  return (
    <section className="sr-panel sr-dash-chart">
      <Chart
        data={chart}
        title={title}
        label={trendWords(rows)}
        height={300}
        {...(may(session, rowsCall) && { showValue: showRows })}
      />
      {opened && <TrendRows {...opened} onClose={() => setOpened(undefined)} />}
    </section>
  )
}

/** The head of a chart without its drawing, as high as the other charts' heads. */
const ChartHead = ({ title }: { title: string }) => (
  <div className="sr-chart-head">
    <h3 className="sr-chart-title">{title}</h3>
  </div>
)

/** The rows of a day; of a number that sums several measures, one after the other. */
function TrendRows({ title, day, counts, onClose }: OpenedRows & { onClose: () => void }) {
  const [measure, setMeasure] = useState<MeasureName | undefined>(counts[0])
  if (!measure) return null
  return (
    <CountedRows
      title={title}
      words={formatDay(day)}
      request={{ measure, dateStart: day, dateEnd: day }}
      onClose={onClose}
    >
      {counts.length > 1 && (
        <Segmented
          aria-label="跟进方式"
          options={counts.map((name) => ({ value: name, label: measures[name].label }))}
          value={measure}
          onChange={setMeasure}
        />
      )}
    </CountedRows>
  )
}

/** Placeholder of a loading chart, so that no number shows as 0 or missing. */
const ChartPlaceholder = ({ title, height }: { title: string; height: number }) => (
  <section className="sr-panel sr-dash-chart" aria-busy>
    <ChartHead title={title} />
    <span className="sr-bone" style={{ display: 'block', height }} />
  </section>
)

function trendWords(rows: readonly TrendRow[]): string {
  const total = (of: (row: TrendRow) => number): number => rows.reduce((sum, row) => sum + of(row), 0)
  return `近30天趋势：新增客户${total((row) => row.onlineCount + row.storeCount)}位，完成跟进${total((row) => row.followCount)}次，订车${total((row) => row.orderCount)}单，交车${total((row) => row.deliverCount)}单`
}

interface PartProps {
  dateType: DashboardDateType
  range: string
}

function Places({ dateType, range }: PartProps) {
  const { data } = useQuery(placesQuery(dateType))
  return (
    <Rows
      title="客户分布 TOP 10"
      over="购车地区"
      range={range}
      rows={data?.data}
      searchOf={(row) => placeSearch(row, dateType)}
    />
  )
}

function Sources({ dateType, range, isOnline }: PartProps & { isOnline: boolean }) {
  const { data } = useQuery((isOnline ? onlineQuery : storeQuery)(dateType))
  return (
    <Rows
      title={isOnline ? '线上渠道分布' : '线下客户来源'}
      over={isOnline ? '线上渠道' : '客户来源'}
      range={range}
      rows={data?.data}
      searchOf={(row) => sourceSearch(row, dateType)}
    />
  )
}

/** Days of a range, in the customer list's address format. */
const daysOf: Readonly<Record<DashboardDateType, () => string>> = {
  [dashboardDateType.today]: () => '0d',
  [dashboardDateType.week]: () => 'week',
  [dashboardDateType.month]: () => 'month',
  [dashboardDateType.year]: () => `${formatDay(nowSeconds()).slice(0, 4)}0101-`,
  [dashboardDateType.all]: () => '',
}

const isUnknown = 3

/** The list of exactly the files that a place's number counts; undefined for a place without a code. */
function placeSearch({ region, city, area }: PlaceRow, dateType: DashboardDateType): ListSearch | undefined {
  if (city === '') return filesSearch(dateType, { isRemote: isUnknown })
  if (region === 0) return undefined
  return filesSearch(dateType, { buyRegion: region, noBuyArea: area === '' ? 1 : 0 })
}

/** The list of the files that a source's number counts. */
function sourceSearch({ fromSource, otherSource }: SourceRow, dateType: DashboardDateType): ListSearch {
  const of =
    fromSource === source.network
      ? { onlineSources: [otherSource] }
      : fromSource === source.custom && otherSource > 0
        ? { otherSource }
        : { fromSources: [fromSource] }
  return filesSearch(dateType, of)
}

const filesSearch = (dateType: DashboardDateType, of: Partial<typeof customerList.usual>): ListSearch =>
  customerList.searchOf({ ...customerList.usual, createdDate: daysOf[dateType](), withSuperseded: 1, ...of })

/** Links a number to its rows. */
const linkTo =
  (searches: readonly (ListSearch | undefined)[]): ShowValue =>
  (value, at) => {
    const search = searches[at]
    if (!search) return value
    return (
      <Link to="/customer/list" search={search}>
        {value}
      </Link>
    )
  }

interface RowsProps<Row> {
  title: string
  over: string
  range: string
  rows: readonly Row[] | undefined
  searchOf: (row: Row) => ListSearch | undefined
}

function Rows<Row extends { name: string; count1: number; column1: number | null }>({
  title,
  over,
  range,
  rows,
  searchOf,
}: RowsProps<Row>) {
  const mayOpen = useMayEnter('/customer/list')
  if (!rows) return <ChartPlaceholder title={title} height={120} />
  const chart: ChartData = {
    kind: 'rows',
    over,
    points: rows.map(({ name }) => name),
    lines: [{ name: '建档', values: rows.map(({ count1 }) => count1) }],
    texts: [{ name: '占比', values: rows.map(({ column1 }) => percentText(column1)) }],
  }
  const [first] = rows
  const label = first
    ? `${range}${title}：${first.name}最多，${first.count1}位，占${percentText(first.column1)}`
    : `${range}${title}：没有建档`
  return (
    <div className="sr-panel sr-dash-chart">
      {first ? (
        <Chart
          data={chart}
          title={title}
          label={label}
          height={Math.max(120, 40 + rows.length * 28)}
          {...(mayOpen && { showValue: linkTo(rows.map(searchOf)) })}
        />
      ) : (
        <>
          <ChartHead title={title} />
          <EmptyState title={`${range}没有建档`} hint="换一个时间范围看看。" />
        </>
      )}
    </div>
  )
}

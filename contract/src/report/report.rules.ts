import { type Dimension, type MeasureName, measures } from './measures.ts'
import { toTenths } from './period.rules.ts'

/** Columns of the reports, by report name; used by browser and server. */

interface Report {
  readonly name: string
  /** Dimension of the rows, and the heading of their column. */
  readonly by: Exclude<Dimension, 'day'>
  readonly head: string
  readonly columns: readonly MeasureName[]
  /** Column headings that differ from the measure's own label. */
  readonly labels?: Readonly<Partial<Record<MeasureName, string>>>
  /** Ends with the column 到店率. */
  readonly hasComeRate?: true
  /** Columns that show the target of a month or year beside the number. */
  readonly targets?: readonly MeasureName[]
}

const levels = ['levelN', 'levelH', 'levelA', 'levelB', 'levelC'] as const
const invitations = ['invited', 'invitedCame', 'noShows'] as const
const outcomes = ['orders', 'deliveries', 'defeats', 'dormancies'] as const

export const reports = {
  task: {
    name: '任务概览',
    by: 'member',
    head: '姓名',
    columns: [
      'leads',
      'offlineFollows',
      'talks',
      'visits',
      'testDrives',
      'orders',
      'deliveries',
      'revisits',
      ...invitations,
    ],
    labels: { leads: '线上线索' },
    hasComeRate: true,
    targets: ['visits', 'testDrives', 'orders', 'deliveries'],
  },
  customer: {
    name: '客户汇总',
    by: 'member',
    head: '姓名',
    columns: ['files', 'filesOnline', 'filesOffline', ...outcomes, ...levels],
  },
  series: {
    name: '车系统计',
    by: 'series',
    head: '车系',
    columns: ['files', 'filesOnline', 'filesOffline', ...outcomes],
  },
  storeCustomer: {
    name: '线下客户统计',
    by: 'source',
    head: '来源',
    columns: ['files', ...outcomes, ...levels],
  },
  onlineClue: {
    name: '线上线索统计',
    by: 'source',
    head: '平台',
    columns: [
      'leads',
      'leadsRepeat',
      'leadsValid',
      'leadsInvalid',
      'leadsWaiting',
      'leadsToFollow',
      'leadsFollowing',
      'leadsOrdered',
      'leadsDelivered',
      'leadsDefeated',
      'leadsDormant',
    ],
  },
  appointment: {
    name: '预约统计',
    by: 'member',
    head: '姓名',
    columns: invitations,
    hasComeRate: true,
  },
  testCar: {
    name: '试驾车统计',
    by: 'car',
    head: '试驾车',
    columns: ['carBookings', 'carCame', 'carNoShows', 'carMinutes', 'carDriven'],
  },
} as const satisfies Record<string, Report>
export type ReportName = keyof typeof reports
export type ColumnOf<Name extends ReportName> = (typeof reports)[Name]['columns'][number]

/** Share of the invited who came, of those whose day is over or who have come. */
export const comeRate = {
  key: 'comeRate',
  label: '到店率',
  meaning: '应约到店 ÷（应约到店 + 爽约）；今天还没有到时间的不计',
} as const

/** Percent with one decimal; null if no appointment has a result. */
export const comeRateOf = ({
  invitedCame = 0,
  noShows = 0,
}: Readonly<Partial<Record<MeasureName, number>>>): number | null => {
  const settled = invitedCame + noShows
  return settled === 0 ? null : toTenths(invitedCame / settled)
}

export const hasComeRate = (name: ReportName): boolean => {
  const report: Report = reports[name]
  return report.hasComeRate === true
}

/** Columns that show the target beside the number. */
export const targetColumns = (name: ReportName): readonly MeasureName[] => {
  const { targets = [] }: Report = reports[name]
  return targets
}

export const columnLabel = (name: ReportName, column: MeasureName): string => {
  const { labels = {} }: Report = reports[name]
  return labels[column] ?? measures[column].label
}

/**
 * Remark that the dictionary of online sources holds for the nine car portals; all others belong to the manufacturer's own channels (新零售).
 */
export const platformRemark = '平台线索'
export const retailRemark = '新零售平台'

/** Measures that the lead list can filter by; the filter value is the position in this list, starting at 1. */
export const leadMeasures = [
  ...reports.onlineClue.columns,
  'leadsBought',
] as const satisfies readonly MeasureName[]

/** Measures that the order list can filter by; the filter value is the position in this list, starting at 1. */
export const orderMeasures = ['orders', 'deliveries'] as const

/** Daily charts of a range, by default of the last 30 days. */
export const chartDays = 30
export const charts = {
  task: reports.task.columns,
  customer: ['files', 'filesOnline', 'filesOffline', ...outcomes],
  appointment: reports.appointment.columns,
} as const

/** Measures of attendance, in person-days. */
export const signMeasures = ['due', 'actual', 'absent', 'late', 'early', 'outside'] as const
export type SignMeasure = (typeof signMeasures)[number]
export const signLabels: Readonly<Record<SignMeasure, string>> = {
  due: '应出勤',
  actual: '实际出勤',
  absent: '缺勤',
  late: '迟到',
  early: '早退',
  outside: '外出',
}

/** Total row 合计: sums each measure over all rows. */
export const sumOf = <Name extends string>(
  rows: readonly Readonly<Record<Name, number>>[],
  names: readonly Name[],
): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as Record<
    Name,
    number
  >

/**
 * Sorts rows by the named column, ascending, or descending with a `-` before the name. Without a known column the order
 * stays, and rows with nothing but zeros in `columns` come after the others.
 */
export function sortRows<Row extends { readonly name: string }>(
  rows: readonly Row[],
  sort: string,
  columns: readonly string[],
): Row[] {
  const column = sort.replace('-', '')
  const turn = sort.startsWith('-') ? -1 : 1
  const valueOf = (row: Row): unknown => {
    const values = row as Readonly<Record<string, unknown>>
    if (column !== comeRate.key) return values[column]
    return comeRateOf(values) ?? -1
  }
  if (!rows.some((row) => typeof valueOf(row) === 'number')) {
    const isEmpty = (row: Row): boolean =>
      columns.every((one) => !(row as Readonly<Record<string, unknown>>)[one])
    return rows.toSorted((a, b) => Number(isEmpty(a)) - Number(isEmpty(b)))
  }
  return rows.toSorted((a, b) => (Number(valueOf(a)) - Number(valueOf(b))) * turn)
}

/** Tables of the online lead report: its platforms, the manufacturer's own channels, and both together. */
export const onlineTables = [
  { name: platformRemark, holds: ({ isPlatform }: { readonly isPlatform: boolean }) => isPlatform },
  { name: retailRemark, holds: ({ isPlatform }: { readonly isPlatform: boolean }) => !isPlatform },
] as const

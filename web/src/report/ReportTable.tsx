import { isLoss, type MeasureName, measures } from '@showroom/contract/report/measures'
import { linkOf, type RowsPart } from '@showroom/contract/report/report.links'
import {
  columnLabel,
  comeRate,
  comeRateOf,
  hasComeRate,
  type ReportName,
  reports,
  sumOf,
  targetColumns,
} from '@showroom/contract/report/report.rules'
import type { ReportRow, ReportTargets } from '@showroom/contract/report/report.schema'
import { reachedRate } from '@showroom/contract/target/pace.rules'
import { ChangeMark } from './ChangeMark'
import { NumberLink } from './NumberLink'
import { NumberTable } from './NumberTable'

export interface Opened {
  readonly title: string
  readonly rows: RowsPart
}

export interface ReportTableProps {
  name: ReportName
  rows: readonly ReportRow[]
  /** The same rows of the previous period, if compared. */
  before?: readonly ReportRow[] | undefined
  /** Targets of the same month or year. */
  targets?: ReportTargets | undefined
  /** The days in a list's address format. */
  days: string
  sort: string
  onSort: (sort: string | undefined) => void
  onOpen: (opened: Opened) => void
  /** One of several tables of a report: the total covers these platforms only. */
  isPart?: boolean
  /** For rows that combine several platforms, the rows of those. */
  partsOf?: (row: ReportRow) => readonly ReportRow[]
  totalName?: string
  stale: boolean
  label: string
}

const keyOf = ({ id, otherId }: ReportRow): string => `${id},${otherId}`
type Numbers = Readonly<Record<MeasureName, number>>

/** A report's rows with their total: every number opens exactly the rows it counts. */
export function ReportTable(props: ReportTableProps) {
  const { name, rows, before, days, sort, onSort, onOpen, isPart = false, partsOf, stale, label } = props
  const { totalName = '合计', targets } = props
  const { head, columns } = reports[name]
  const goalsOf = new Map(targets?.rows.map(({ id, goals }) => [id, goals]))
  const withTargets: readonly MeasureName[] = targets ? targetColumns(name) : []
  const beforeOf = new Map(before?.map((row) => [keyOf(row), row]))
  const total = sumOf(rows as never[], columns) as Numbers
  const totalBefore = before && (sumOf(before as never[], columns) as Numbers)

  const numberOf = (
    of: string,
    column: MeasureName,
    count: number,
    target: ReturnType<typeof linkOf>,
    countBefore: number | undefined,
    goals: ReportTargets['total'] | undefined,
  ) => {
    const title = `${of} · ${columnLabel(name, column)}`
    return (
      <>
        <NumberLink
          count={count}
          label={title}
          target={target}
          days={days}
          onRows={(opened) => onOpen({ title, rows: opened })}
        />
        {countBefore !== undefined && (
          <ChangeMark count={count} before={countBefore} isLoss={isLoss(column)} />
        )}
        {withTargets.includes(column) && <TargetMark count={count} goal={goals?.[column] ?? null} />}
      </>
    )
  }
  return (
    <NumberTable<ReportRow, MeasureName | typeof comeRate.key>
      {...{ head, rows, keyOf, totalName, sort, onSort, stale, label }}
      columns={[
        ...columns.map((key) => ({
          key,
          title: columnLabel(name, key),
          hint: measures[key].meaning,
        })),
        ...(hasComeRate(name) ? [{ key: comeRate.key, title: comeRate.label, hint: comeRate.meaning }] : []),
      ]}
      cell={(row, column) =>
        column === comeRate.key
          ? rateOf(row)
          : numberOf(
              row.name,
              column,
              row[column] ?? 0,
              partsOf ? linkOf(name, column, undefined, partsOf(row)) : linkOf(name, column, row),
              before && (beforeOf.get(keyOf(row))?.[column] ?? 0),
              goalsOf.get(row.id),
            )
      }
      total={(column) =>
        column === comeRate.key
          ? rateOf(total)
          : numberOf(
              totalName,
              column,
              total[column],
              linkOf(name, column, undefined, isPart ? rows : []),
              totalBefore?.[column],
              targets?.total,
            )
      }
    />
  )
}

/** The target with the reached rate, under the number. */
function TargetMark({ count, goal }: { count: number; goal: number | null }) {
  const rate = reachedRate(count, goal)
  return (
    <span className="sr-change sr-change-flat" title="目标与完成率">
      {rate === null ? '--' : `${goal} · ${Math.round(rate)}%`}
    </span>
  )
}

/** 到店率 of a row, whose parts are beside it and open their rows. */
function rateOf(of: Parameters<typeof comeRateOf>[0]) {
  const rate = comeRateOf(of)
  return rate === null ? <span className="sr-report-none">--</span> : <span>{rate}%</span>
}

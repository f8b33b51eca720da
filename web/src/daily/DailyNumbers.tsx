import { type DoneMeasure, doneMeasures, nextMeasure } from '@showroom/contract/daily/daily.rules'
import type { DailyReport } from '@showroom/contract/daily/daily.schema'
import { addDays } from '@showroom/contract/kernel/day'
import { type MeasureName, measures } from '@showroom/contract/report/measures'
import { rows as rowsCall } from '@showroom/contract/report/sum.api'
import { list as taskList } from '@showroom/contract/task/task.api'
import { taskFilter } from '@showroom/contract/task/task.rules'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'
import { CountedRows } from '../report/public'
import { formatDay } from '../ui/day'
import { withCommas } from '../ui/withCommas'

/** Rows behind a number of a member, or of all, on these days. */
export interface OpenedRows {
  readonly title: string
  readonly measure: MeasureName
  readonly memberId?: number | undefined
  readonly start: number
  readonly last: number
}

/** Opens the rows behind numbers; `open` is missing without the right to read them. */
export function useRows(): { open?: (rows: OpenedRows) => void; drawer: ReactNode } {
  const [opened, setOpened] = useState<OpenedRows>()
  const session = useSession()
  const drawer = opened && (
    <CountedRows
      title={opened.title}
      words={[...new Set([formatDay(opened.start), formatDay(opened.last)])].join(' 至 ')}
      request={{
        measure: opened.measure,
        dateStart: opened.start,
        dateEnd: opened.last,
        ...(opened.memberId !== undefined && { memberId: opened.memberId }),
      }}
      onClose={() => setOpened(undefined)}
    />
  )
  return { ...(may(session, rowsCall) && { open: setOpened }), drawer }
}

/** Columns of reports: what was done on the day, and what lies ahead. */
export type Column = DoneMeasure | 'overdue' | 'tomorrow'
export const columns: readonly Column[] = [...doneMeasures, 'overdue', 'tomorrow']
export const titleOf = (column: Column): string =>
  column === 'overdue' ? '逾期任务' : column === 'tomorrow' ? '次日预约' : measures[column].label

interface DailyNumberProps {
  column: Column
  numbers: Readonly<Record<Column, number | null>>
  /** Counts of now. */
  now: Readonly<Record<DoneMeasure, number>>
  /** The member, or all. */
  of: { readonly userName: string; readonly memberId?: number | undefined }
  /** First and last day. */
  span: { readonly start: number; readonly last: number }
  onOpen: ((rows: OpenedRows) => void) | undefined
}

/** A number that opens its rows, as it was handed in; beside it what it is now, if that differs. */
export function DailyNumber({ column, numbers, now, of, span, onOpen }: DailyNumberProps) {
  const session = useSession()
  const count = numbers[column]
  if (count === null) return <span className="sr-quiet">–</span>
  const text = withCommas(count)
  const label = `${of.userName}，${titleOf(column)}`
  if (column === 'overdue')
    return count > 0 && of.memberId !== 0 && may(session, taskList) ? (
      <Link
        to="/activity/tasks"
        search={{ f: taskFilter.overdue, ...(of.memberId && { m: String(of.memberId) }) }}
        aria-label={`${label} ${text}，查看明细`}
      >
        {text}
      </Link>
    ) : (
      text
    )
  const isNext = column === 'tomorrow'
  const next = addDays(span.last, 1)
  const counted = isNext ? count : now[column]
  const rows: OpenedRows = {
    title: `${of.userName} · ${titleOf(column)}`,
    measure: isNext ? nextMeasure : column,
    memberId: of.memberId,
    ...(isNext ? { start: next, last: next } : span),
  }
  return (
    <span className="sr-daily-number">
      {onOpen && count > 0 ? <Opens label={label} count={count} onOpen={() => onOpen(rows)} /> : text}
      {counted !== count && (
        <span className="sr-daily-now" title="提交之后，事实有更正或新增">
          现
          {onOpen && counted > 0 ? (
            <Opens label={`${label}，现在`} count={counted} onOpen={() => onOpen(rows)} />
          ) : (
            withCommas(counted)
          )}
        </span>
      )}
    </span>
  )
}

const Opens = ({ label, count, onOpen }: { label: string; count: number; onOpen: () => void }) => (
  <button
    type="button"
    className="sr-daily-opens sr-as-text"
    aria-label={`${label} ${withCommas(count)}，查看明细`}
    onClick={onOpen}
  >
    {withCommas(count)}
  </button>
)

interface DailyNumbersProps extends Omit<DailyNumberProps, 'column'> {
  columns?: readonly Column[]
}

/** Numbers as tiles. */
export const DailyNumbers = ({ columns: shown = columns, ...rest }: DailyNumbersProps) => (
  <dl className="sr-daily-tiles">
    {shown.map((column) => (
      <div key={column}>
        <dt>{titleOf(column)}</dt>
        <dd>
          <DailyNumber column={column} {...rest} />
        </dd>
      </div>
    ))}
  </dl>
)

/** The numbers of a member’s report. */
export const ReportNumbers = ({
  report,
  day,
  onOpen,
}: {
  report: DailyReport
  day: number
  onOpen: DailyNumberProps['onOpen']
}) => (
  <DailyNumbers
    numbers={report.numbers}
    now={report.now}
    of={report}
    span={{ start: day, last: day }}
    onOpen={onOpen}
  />
)

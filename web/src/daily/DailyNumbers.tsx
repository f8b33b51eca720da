import { doneMeasures, nextMeasure } from '@showroom/contract/daily/daily.rules'
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
import { CountedRows, NumberLink } from '../report/public'
import { formatDay } from '../ui/day'
import { withCommas } from '../ui/withCommas'

/** Rows behind a number of a member, or of all, on these days. */
export interface OpenedRows {
  readonly title: string
  readonly measure: MeasureName
  readonly memberId?: number
  readonly start: number
  readonly last: number
}

/** Opens the rows behind numbers, for members who may read them. */
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

interface KeptNumberProps {
  count: number
  /** What is counted now; missing if it is not compared. */
  now?: number
  label: string
  onOpen?: (() => void) | undefined
}

/** A number as it was handed in, beside what it is now if that differs. */
export function KeptNumber({ count, now = count, label, onOpen }: KeptNumberProps) {
  const shown = Math.max(count, now)
  return (
    <span className="sr-daily-number">
      {onOpen && shown > 0 ? (
        <NumberLink
          count={count}
          label={label}
          target={{ list: 'rows', filter: { measure: 'talks' } }}
          days=""
          onRows={onOpen}
        />
      ) : (
        withCommas(count)
      )}
      {now !== count && (
        <span className="sr-daily-now" title="提交之后，事实有更正或新增">
          现{withCommas(now)}
        </span>
      )}
    </span>
  )
}

/** The numbers of a member's day. */
export function DailyNumbers({
  report,
  day,
  onOpen,
}: {
  report: Pick<DailyReport, 'memberId' | 'userName' | 'numbers' | 'now'>
  day: number
  onOpen: ((rows: OpenedRows) => void) | undefined
}) {
  const session = useSession()
  const { memberId, userName, numbers, now } = report
  const { overdue, tomorrow } = numbers
  const rowsOf = (measure: MeasureName, title: string, at: number) =>
    onOpen && (() => onOpen({ measure, title: `${userName} · ${title}`, memberId, start: at, last: at }))
  return (
    <dl className="sr-daily-tiles">
      {doneMeasures.map((measure) => (
        <div key={measure}>
          <dt>{measures[measure].label}</dt>
          <dd>
            <KeptNumber
              count={numbers[measure]}
              now={now[measure]}
              label={`${userName}，${measures[measure].label}`}
              onOpen={rowsOf(measure, measures[measure].label, day)}
            />
          </dd>
        </div>
      ))}
      <div>
        <dt>逾期任务</dt>
        <dd>
          {overdue === null ? (
            <span className="sr-quiet">–</span>
          ) : overdue > 0 && may(session, taskList) ? (
            <Link
              to="/activity/tasks"
              search={{ f: taskFilter.overdue, m: String(memberId) }}
              aria-label={`${userName}，逾期任务 ${overdue}，查看明细`}
            >
              {withCommas(overdue)}
            </Link>
          ) : (
            withCommas(overdue)
          )}
        </dd>
      </div>
      <div>
        <dt>次日预约</dt>
        <dd>
          <KeptNumber
            count={tomorrow}
            label={`${userName}，次日预约`}
            onOpen={rowsOf(nextMeasure, '次日预约', addDays(day, 1))}
          />
        </dd>
      </div>
    </dl>
  )
}

import type { MorningReport } from '@showroom/contract/report/morning.schema'
import { linkOf, type RowsPart } from '@showroom/contract/report/report.links'
import { taskFilter } from '@showroom/contract/task/task.rules'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { TargetBars } from '../../target/public'
import { lazyDialog } from '../../ui/lazyDialog'
import { NumberLink } from '../NumberLink'

const CountedRows = lazyDialog(() => import('../CountedRows').then((module) => module.CountedRows))

const done = [
  ['leads', '线索'],
  ['files', '建档'],
  ['visits', '到店'],
  ['testDrives', '试驾'],
  ['orders', '订车'],
  ['deliveries', '交车'],
] as const

/** Yesterday, today, and overdue members: each number opens its rows. */
export function MorningNumbers({ report }: { report: MorningReport }) {
  const { yesterday, dueToday, overdue, members } = report
  const [opened, setOpened] = useState<{ title: string; rows: RowsPart }>()
  // The day as a range in a list's address format.
  const day = yesterday.replaceAll('-', '')
  return (
    <>
      <section className="sr-morning-panel" aria-labelledby="morning-done">
        <h2 className="sr-morning-title" id="morning-done">
          昨日
          <span className="sr-morning-day">{yesterday}</span>
        </h2>
        <dl className="sr-morning-tiles">
          {done.map(([measure, name]) => (
            <Tile key={measure} name={name}>
              <NumberLink
                count={report[measure]}
                label={`昨日${name}`}
                target={linkOf('task', measure)}
                days={`${day}-${day}`}
                onRows={(rows) => setOpened({ title: `昨日${name}`, rows })}
              />
            </Tile>
          ))}
        </dl>
      </section>
      <MonthTargets month={report.month} />
      <section className="sr-morning-panel" aria-labelledby="morning-due">
        <h2 className="sr-morning-title" id="morning-due">
          今日
        </h2>
        <dl className="sr-morning-tiles">
          <Tile name="到期">
            <Link to="/activity/tasks" search={{ f: taskFilter.today }}>
              {dueToday}
            </Link>
          </Tile>
          <Tile name="逾期" isLate={overdue > 0}>
            <Link to="/activity/tasks" search={{ f: taskFilter.overdue }}>
              {overdue}
            </Link>
          </Tile>
        </dl>
        {members.length === 0 ? (
          <p className="sr-morning-none">没有人有逾期任务</p>
        ) : (
          <>
            <h3 className="sr-morning-bars" id="morning-members">
              各成员逾期任务
            </h3>
            <ul className="sr-morning-members" aria-labelledby="morning-members">
              {members.map(({ memberId, userName, overdue: late }) => (
                <li key={memberId} className="sr-morning-member">
                  <span className="sr-morning-name">{userName}</span>
                  <span className="sr-morning-bar" aria-hidden>
                    <span style={{ width: `${(late / (members[0]?.overdue ?? late)) * 100}%` }} />
                  </span>
                  <Link
                    to="/activity/tasks"
                    search={{ f: taskFilter.overdue, m: String(memberId) }}
                    aria-label={`${userName} 逾期${late}项`}
                  >
                    {late}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      {opened && (
        <CountedRows
          title={opened.title}
          words={yesterday}
          request={{ ...dayOf(yesterday), ...opened.rows }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

/** A day (YYYY-MM-DD) as a report's range. */
function dayOf(day: string) {
  const start = Date.parse(`${day}T00:00:00+08:00`) / 1000
  return { dateStart: start, dateEnd: start }
}

/** The store's targets of the month; nothing without targets. */
const MonthTargets = ({ month }: Pick<MorningReport, 'month'>) =>
  month.length > 0 && (
    <section className="sr-morning-panel" aria-labelledby="morning-month">
      <h2 className="sr-morning-title" id="morning-month">
        本月目标
      </h2>
      <TargetBars paces={month} />
    </section>
  )

const Tile = ({ name, isLate, children }: { name: string; isLate?: boolean; children: ReactNode }) => (
  <div className={`sr-morning-tile ${isLate ? 'sr-morning-late' : ''}`}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

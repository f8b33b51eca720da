import { leadTab } from '@showroom/contract/lead/lead.rules'
import type { MorningReport } from '@showroom/contract/report/morning.schema'
import { taskFilter } from '@showroom/contract/task/task.schema'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Yesterday, today, and who is behind: each number that has a list opens it. */
export function MorningNumbers({ report }: { report: MorningReport }) {
  const { yesterday, dueToday, overdue, members } = report
  // As a range of days stands in a list's address.
  const day = yesterday.replaceAll('-', '')
  const days = `${day}-${day}`
  const done: readonly (readonly [string, number, ReactNode?])[] = [
    [
      '线索',
      report.leads,
      <Link key="leads" to="/activity/clue-clear" search={{ t: leadTab.all, cd: days }}>
        {report.leads}
      </Link>,
    ],
    [
      '建档',
      report.files,
      <Link key="files" to="/customer/list" search={{ cd: days }}>
        {report.files}
      </Link>,
    ],
    ['到店', report.visits],
    ['试驾', report.testDrives],
    ['订车', report.orders],
    ['交车', report.deliveries],
  ]
  return (
    <>
      <section className="sr-morning-panel" aria-labelledby="morning-done">
        <h2 className="sr-morning-title" id="morning-done">
          昨日
          <span className="sr-morning-day">{yesterday}</span>
        </h2>
        <dl className="sr-morning-tiles">
          {done.map(([name, count, link]) => (
            <Tile key={name} name={name}>
              {(count > 0 && link) || count}
            </Tile>
          ))}
        </dl>
      </section>
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
          <ul className="sr-morning-members" aria-label="各成员逾期任务">
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
        )}
      </section>
    </>
  )
}

const Tile = ({ name, isLate, children }: { name: string; isLate?: boolean; children: ReactNode }) => (
  <div className={`sr-morning-tile ${isLate ? 'sr-morning-late' : ''}`}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

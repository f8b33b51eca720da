import type { CustomerRow } from '@showroom/contract/customer/list.schema'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../app/paths'
import { CustomerMarks } from './CustomerMarks'
import { DueCell, StatusCell } from './CustomerTable'
import { LevelChip } from './LevelChip'

/** The list on a phone: one card a customer, tap to open. */
export function CustomerCards({
  rows,
  stale,
  count,
  empty,
}: {
  rows: readonly CustomerRow[] | undefined
  stale: boolean
  count: number
  empty: ReactNode
}) {
  if (!rows)
    return (
      <div className="sr-cards" aria-busy>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="sr-card sr-card-waiting">
            <span className="sr-bone" style={{ width: '45%' }} />
            <span className="sr-bone" style={{ width: '75%' }} />
          </div>
        ))}
      </div>
    )
  if (rows.length === 0) return <>{empty}</>
  return (
    <ul className={`sr-cards ${stale ? 'sr-stale' : ''}`}>
      {rows.map((row) => (
        <li key={row.customerId}>
          <Link className="sr-card" to={paths.customer} params={{ customerId: String(row.customerId) }}>
            <span className="sr-card-line">
              <span className="sr-customer-name">{row.name}</span>
              <CustomerMarks row={row} />
              <span className="sr-card-end">
                <LevelChip level={row.level} />
              </span>
            </span>
            <span className="sr-card-line sr-quiet">
              <span className="sr-num">{row.mobile}</span>
              <span className="sr-cut">{row.specName}</span>
            </span>
            <span className="sr-card-line">
              <StatusCell row={row} />
              <span className="sr-card-end">
                {row.nextFollowDate > 0 && <span className="sr-quiet">下次跟进</span>}{' '}
                <DueCell at={row.nextFollowDate} />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

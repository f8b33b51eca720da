import type { CustomerRow } from '@showroom/contract/customer/list.schema'
import { Link } from '@tanstack/react-router'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { paths } from '../app/paths'
import { WaitingCards } from '../ui/list/waiting'
import { CustomerMarks } from './CustomerMarks'
import { DueCell, StatusCell } from './CustomerTable'
import { LevelChip } from './LevelChip'

interface CustomerCardsProps {
  rows: readonly CustomerRow[] | undefined
  /** Another page or filter is on its way; the rows are the old ones. */
  stale: boolean
  /** How many cards stand in for the rows until they are there. */
  count: number
  /** The chosen ones, while one is choosing: then a tap ticks a card. */
  selected: readonly number[] | undefined
  onSelect: (ids: number[]) => void
  empty: ReactNode
}

/** The list on a phone: one card a customer, tap to open. */
export function CustomerCards({ rows, stale, count, selected, onSelect, empty }: CustomerCardsProps) {
  if (!rows) return <WaitingCards count={count} />
  if (rows.length === 0) return <>{empty}</>
  const tick = (id: number, on: boolean): void =>
    onSelect([...(selected ?? []).filter((other) => other !== id), ...(on ? [id] : [])])
  return (
    <ul className={`sr-cards ${stale ? 'sr-stale' : ''}`}>
      {rows.map((row) => (
        <li key={row.customerId}>
          {selected ? (
            <Checkbox
              className="sr-card sr-card-choice"
              aria-label={`选择 ${row.name}`}
              checked={selected.includes(row.customerId)}
              onChange={(event) => tick(row.customerId, event.target.checked)}
            >
              <CardLines row={row} />
            </Checkbox>
          ) : (
            <Link className="sr-card" to={paths.customer} params={{ customerId: String(row.customerId) }}>
              <CardLines row={row} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function CardLines({ row }: { row: CustomerRow }) {
  return (
    <>
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
    </>
  )
}

import type { CustomerRow } from '@showroom/contract/customer/list.schema'
import { Link } from '@tanstack/react-router'
import { CardChoice, Cards } from '../../ui/list/Cards'
import type { Choosing } from '../../ui/list/table/useSelection'
import type { ShownRows } from '../../ui/list/table/waiting'
import { stableMemo } from '../../ui/stableMemo'
import { CardButtons } from './CardButtons'
import { CustomerMarks } from './CustomerMarks'
import { StatusCell } from './CustomerTable'
import { DueCell } from './DueCell'
import { LevelChip } from '../fields/LevelChip'
import { isOpen } from '../customer.labels'

interface CustomerCardsProps extends ShownRows<CustomerRow>, Choosing {
  /** Absent without the permission. */
  onFollow: ((customerId: number) => void) | undefined
}

/** The customer list on phones: one card per customer, tap to open, with 拨打 and 跟进. */
export const CustomerCards = stableMemo(function CustomerCards(props: CustomerCardsProps) {
  const { selected, onSelect, onFollow, ...rows } = props
  return (
    <Cards {...rows} idOf={({ dealId }) => dealId}>
      {(row) =>
        selected && isOpen(row) ? (
          <CardChoice id={row.customerId} name={row.name} selected={selected} onSelect={onSelect}>
            <CardLines row={row} />
          </CardChoice>
        ) : (
          <div className="sr-card">
            <Link
              className="sr-card-link"
              to="/customer/detail/$customerId"
              params={{ customerId: String(row.customerId) }}
            >
              <CardLines row={row} />
            </Link>
            {isOpen(row) && <CardButtons row={row} onFollow={onFollow} />}
          </div>
        )
      }
    </Cards>
  )
})

function CardLines({ row }: { row: CustomerRow }) {
  return (
    <>
      <span className="sr-card-line">
        <span className="sr-row-name">{row.name}</span>
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

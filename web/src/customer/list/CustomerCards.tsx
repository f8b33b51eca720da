import type { CustomerRow } from '@showroom/contract/customer/list.schema'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { CardChoice, Cards } from '../../ui/list/Cards'
import type { Choosing } from '../../ui/list/useSelection'
import type { ShownRows } from '../../ui/list/waiting'
import { CustomerMarks } from './CustomerMarks'
import { DueCell, StatusCell } from './CustomerTable'
import { mayBeFollowed } from '../customer.labels'
import { LevelChip } from '../fields/LevelChip'
import { DialButton } from '../fields/MobileNumber'
import { useReveal } from '../fields/useReveal'

interface CustomerCardsProps extends ShownRows<CustomerRow>, Choosing {
  /** Absent without the permission. */
  onFollow: ((customerId: number) => void) | undefined
}

/** The customer list on phones: one card per customer, tap to open, with 拨打 and 跟进. */
export const CustomerCards = ({ selected, onSelect, onFollow, ...rows }: CustomerCardsProps) => (
  <Cards {...rows} idOf={({ dealId }) => dealId}>
    {(row) =>
      selected && !row.isSuperseded ? (
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
          {!row.isSuperseded && <CardButtons row={row} onFollow={onFollow} />}
        </div>
      )
    }
  </Cards>
)

function CardButtons({ row, onFollow }: { row: CustomerRow } & Pick<CustomerCardsProps, 'onFollow'>) {
  const numbers = useReveal(row.customerId, 'numbers')
  return (
    <span className="sr-card-line sr-card-acts">
      {row.mobile && <DialButton numbers={numbers} />}
      {onFollow && mayBeFollowed(row) && (
        <Button aria-label={`跟进 ${row.name}`} onClick={() => onFollow(row.customerId)}>
          跟进
        </Button>
      )}
    </span>
  )
}

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

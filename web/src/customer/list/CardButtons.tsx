import type { CustomerRow } from '@showroom/contract/customer/list.schema'
import { Button } from 'antd'
import { mayBeFollowed } from '../customer.labels'
import { DialButton } from '../fields/MobileNumber'
import { useReveal } from '../fields/useReveal'

interface CardButtonsProps {
  row: CustomerRow
  /** Absent without the permission. */
  onFollow: ((customerId: number) => void) | undefined
}

/** 拨打 and 跟进 on a customer's card. */
export function CardButtons({ row, onFollow }: CardButtonsProps) {
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

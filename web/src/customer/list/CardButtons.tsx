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
  const follow = onFollow && mayBeFollowed(row) ? () => onFollow(row.customerId) : undefined
  return (
    <span className="sr-card-line sr-card-acts">
      {row.mobile && <DialButton numbers={numbers} {...(follow && { open: follow })} />}
      {follow && (
        <Button aria-label={`跟进 ${row.name}`} onClick={follow}>
          跟进
        </Button>
      )}
    </span>
  )
}

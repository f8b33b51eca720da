import type { Appointment } from '@showroom/contract/appointment/appointment.schema'
import { activityType } from '@showroom/contract/customer/customer.rules'
import type { ReactNode } from 'react'
import { missingCar, passedText } from '../../desk/public'
import { type Drop, useDrag } from './useDrag'
import './block.css'

/** Why an appointment is late or in danger, in words; empty while it is not, or once the customer has come. */
export const lateText = (one: Appointment, now: number): string =>
  one.isEndangered ? missingCar : one.hasCome ? '' : one.isOver ? '爽约' : passedText(one, now)

interface BlockProps {
  appointment: Appointment
  late: string
  /** The whole text, where the block has no room for it. */
  title: string
  isLine?: boolean
  /** Elements onto which it can be dragged. */
  target: string
  onDrop: (drop: Drop) => void
  onPress: () => void
  children: ReactNode
}

/** An appointment: a press opens it, a drag moves it. One that the member may not move is only shown. */
export function Block({ appointment, late, title, isLine, target, onDrop, onPress, children }: BlockProps) {
  const { type, isMovable, isConfirmed, hasCome, isOut } = appointment
  const drag = useDrag(target, onDrop)
  const looks = [
    'sr-block sr-printed',
    isLine && 'sr-block-line',
    type === activityType.testDrive && 'sr-block-drive',
    !isMovable && 'sr-block-other',
    late && 'sr-block-late',
  ]
  const look = {
    className: looks.filter(Boolean).join(' '),
    title: [title, late, isOut ? '试驾中' : hasCome ? '已到店' : isConfirmed && '客户已确认']
      .filter(Boolean)
      .join(' · '),
  }
  return isMovable ? (
    <button type="button" {...look} onClick={onPress} {...drag}>
      {children}
    </button>
  ) : (
    <div {...look}>{children}</div>
  )
}

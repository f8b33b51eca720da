import type { Appointment, TestCar } from '@showroom/contract/appointment/appointment.schema'
import { hoursText } from '@showroom/contract/customer/appointment.rules'
import { activityType } from '@showroom/contract/customer/customer.rules'
import { Button } from 'antd'
import { AppointmentMarks, CustomerName } from '../../customer/public'
import { useSession } from '../../frame/session'
import type { Moving } from './MoveDialog'

interface AppointmentListProps {
  appointments: readonly Appointment[]
  cars: readonly TestCar[]
  /** Why an appointment is late, in words; empty while it is not. */
  lateOf: (appointment: Appointment) => string
  onMove: (moving: Moving) => void
}

/** The appointments in the order of their hours, for phones: the member's own first. */
export function AppointmentList({ appointments, ...acts }: AppointmentListProps) {
  const { memberId } = useSession().profile
  const own = appointments.filter(({ ownerId }) => ownerId === memberId)
  const others = appointments.filter(({ ownerId }) => ownerId !== memberId)
  return (
    <div className="sr-appointments">
      {own.length > 0 && <h2 className="sr-appointments-title">我的预约</h2>}
      <Appointments appointments={own} {...acts} isOwn />
      {own.length > 0 && others.length > 0 && <h2 className="sr-appointments-title">其他预约</h2>}
      <Appointments appointments={others} {...acts} />
    </div>
  )
}

const Appointments = ({
  appointments,
  cars,
  lateOf,
  onMove,
  isOwn = false,
}: AppointmentListProps & { isOwn?: boolean }) => (
  <ul>
    {appointments.map((one) => (
      <li key={one.activityId} className="sr-appointment">
        <time className="sr-num">{hoursText(one)}</time>
        <span>{one.isSeen ? <CustomerName customerId={one.customerId} name={one.name} /> : one.name}</span>
        {one.isMovable && (
          <Button
            aria-label={`改约 ${one.name}`}
            onClick={() => onMove({ appointment: one, startsAt: one.startsAt, carId: one.carId })}
          >
            改约
          </Button>
        )}
        <span className="sr-appointment-about sr-quiet">
          <AppointmentMarks isConfirmed={one.isConfirmed} late={lateOf(one)} />
          {[
            one.type === activityType.testDrive ? `试驾 ${one.seriesName}` : '到店',
            cars.find(({ carId }) => carId === one.carId)?.plate,
            !isOwn && one.ownerName,
            one.isOut ? '试驾中' : one.hasCome && '已到店',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </li>
    ))}
  </ul>
)

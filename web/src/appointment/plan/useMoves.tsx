import type { Appointment } from '@showroom/contract/appointment/appointment.schema'
import { batchReassign } from '@showroom/contract/customer/customer.api'
import { type ReactNode, useState } from 'react'
import { may } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { HandOverAppointment } from './HandOverAppointment'
import { type Moving, MoveDialog } from './MoveDialog'

/** Moves an appointment to an instant, a member and a car: pressed, or dragged there. */
export type Move = (
  appointment: Appointment,
  to: { startsAt: number; memberId: number; carId: number },
) => void

/** An appointment for another consultant, and when it is to be once the customer is theirs. */
interface Handing {
  readonly appointment: Appointment
  readonly memberId: number
  readonly startsAt: number
}

/**
 * The dialogs that move an appointment. Another consultant gets the customer first, by the hand-over dialog; then another hour is
 * asked for (docs/decisions/0097-appointments-move-with-their-plan.md).
 */
export function useMoves(): { move: Move; dialogs: ReactNode } {
  const session = useSession()
  const [moving, setMoving] = useState<Moving>()
  const [handing, setHanding] = useState<Handing>()
  const mayHandOver = ({ isSeen, isMovable }: Appointment): boolean =>
    isSeen && isMovable && may(session, batchReassign)
  const move: Move = (appointment, { startsAt, memberId, carId }) => {
    if (memberId !== appointment.ownerId && mayHandOver(appointment))
      setHanding({ appointment, memberId, startsAt })
    else setMoving({ appointment, startsAt, carId })
  }
  const handedOver = (toId: number): void => {
    setHanding(undefined)
    if (!handing || toId === 0 || handing.startsAt === handing.appointment.startsAt) return
    const { appointment, startsAt } = handing
    const theirs = { ...appointment, ownerId: toId, ownerName: '' }
    setMoving({ appointment: theirs, startsAt, carId: appointment.carId })
  }
  const handOver = (appointment: Appointment): void => {
    setMoving(undefined)
    setHanding({ appointment, memberId: 0, startsAt: appointment.startsAt })
  }
  const dialogs = (
    <>
      {moving && (
        <MoveDialog
          moving={moving}
          onHandOver={mayHandOver(moving.appointment) ? () => handOver(moving.appointment) : undefined}
          onClosed={() => setMoving(undefined)}
        />
      )}
      {handing && (
        <HandOverAppointment
          appointment={handing.appointment}
          memberId={handing.memberId}
          onClosed={handedOver}
        />
      )}
    </>
  )
  return { move, dialogs }
}

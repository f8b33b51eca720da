import { cancel, day as dayCall, move, week } from '@showroom/contract/appointment/appointment.api'
import { type Appointment, MoveAppointment } from '@showroom/contract/appointment/appointment.schema'
import { informCome } from '@showroom/contract/customer/customer.api'
import { defaultNextDate, isFollowLevel } from '@showroom/contract/customer/level.rules'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { dayStart } from '@showroom/contract/kernel/day'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { nowSeconds } from '../../api/clock'
import { keyOf } from '../../api/query'
import { offerTicket } from '../../base/public'
import { CustomerName, hourOf, type HourValues, slotAt, SlotFields } from '../../customer/public'
import { may } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { failureText } from '../../ui/failure'
import { FormDialog } from '../../ui/form/FormDialog'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { useMessage } from '../../ui/useMessage'
import '../dialogs.css'

/** An appointment, and where it is to be moved. */
export interface Moving {
  readonly appointment: Appointment
  /** Epoch seconds. */
  readonly startsAt: number
  readonly carId: number
}

interface MoveValues extends HourValues {
  date: number
  /** Type and series of the appointment, which the slots follow. */
  nextActivityType: number
  nextTestSpecId: number
}

interface MoveDialogProps {
  moving: Moving
  /** Hands the customer over instead; missing without the right to. */
  onHandOver: (() => void) | undefined
  onClosed: () => void
}

/** Moves an appointment to another day, hour, length or car, cancels it, or records that the customer came; each can be undone. */
export function MoveDialog({ moving, onHandOver, onClosed }: MoveDialogProps) {
  const queries = useQueryClient()
  const { appointment, startsAt, carId } = moving
  const { customerId, activityId, name, level } = appointment
  const after = (): void => {
    for (const call of [dayCall, week]) void queries.invalidateQueries({ queryKey: keyOf(call) })
  }
  const form = useSchemaForm<MoveValues, typeof MoveAppointment, AnswerOf<typeof move>>({
    schema: MoveAppointment,
    draft: { form: 'appointment.move', record: { id: customerId, version: String(activityId) } },
    initial: {
      date: dayStart(startsAt),
      nextSlot: slotAt(startsAt, carId),
      nextMinutes: appointment.minutes,
      nextActivityType: appointment.type,
      nextTestSpecId: appointment.seriesId,
    },
    toRequest: ({ date, nextActivityType, ...hour }) => {
      const { at, minutes, carId: toCarId } = hourOf(date, nextActivityType, hour)
      return { customerId, activityId, startsAt: hour.nextSlot && at, minutes, carId: toCarId }
    },
    fieldOf: { startsAt: 'nextSlot', minutes: 'nextMinutes', carId: 'nextSlot' },
    send: (request, options) => callApi(move, request, options),
    onDone: ({ undoId }) => {
      after()
      offerTicket({ undoId, text: '已改约', about: name, after })
    },
  })
  return (
    <FormDialog title="改约" form={form} onClosed={onClosed} okText="改约" width={720}>
      <p className="sr-move-who">
        {appointment.isSeen ? <CustomerName customerId={customerId} name={name} /> : name}
        <span className="sr-quiet">{appointment.ownerName}</span>
        {onHandOver && (
          <button type="button" className="sr-link" onClick={onHandOver}>
            换客户经理
          </button>
        )}
        <OtherEnds appointment={appointment} after={after} onClosed={onClosed} />
      </p>
      <SlotFields
        field="date"
        label="日期"
        min={nowSeconds()}
        max={isFollowLevel(level) ? defaultNextDate(level, nowSeconds()) : undefined}
        ownerId={appointment.ownerId}
        activityId={activityId}
        needsHour
      />
    </FormDialog>
  )
}

interface OtherEndsProps {
  appointment: Appointment
  /** Refetches what shows the appointment. */
  after: () => void
  onClosed: () => void
}

/** Ends an appointment that is not moved: the customer came, or it is cancelled. */
function OtherEnds({ appointment, after, onClosed }: OtherEndsProps) {
  const session = useSession()
  const message = useMessage()
  const [isBusy, setBusy] = useState(false)
  const { customerId, activityId, name, startsAt, hasCome } = appointment
  const end = (send: () => Promise<{ undoId: number }>, text: string): void => {
    setBusy(true)
    send().then(
      ({ undoId }) => {
        after()
        offerTicket({ undoId, text, about: name, after })
        onClosed()
      },
      (error: unknown) => {
        setBusy(false)
        message.error(failureText(error))
      },
    )
  }
  return (
    <span className="sr-move-ends">
      {may(session, informCome) && !hasCome && dayStart(startsAt) === dayStart(nowSeconds()) && (
        <Button
          disabled={isBusy}
          onClick={() => end(() => callApi(informCome, { customerId }, { once: true }), '确认到店完成')}
        >
          到店
        </Button>
      )}
      <Button
        disabled={isBusy}
        onClick={() => end(() => callApi(cancel, { customerId, activityId }, { once: true }), '预约已取消')}
      >
        取消预约
      </Button>
    </span>
  )
}

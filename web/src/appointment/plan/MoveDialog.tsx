import { day as dayCall, move, week } from '@showroom/contract/appointment/appointment.api'
import { type Appointment, MoveAppointment } from '@showroom/contract/appointment/appointment.schema'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { dayStart } from '@showroom/contract/kernel/day'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/client'
import { nowSeconds } from '../../api/clock'
import { keyOf } from '../../api/query'
import { offerTicket } from '../../base/public'
import { CustomerName, HourFields, type HourValues } from '../../customer/public'
import { DayPicker } from '../../ui/form/DayPicker'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field, FormGrid, useFieldValue } from '../../ui/form/SchemaForm'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
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
}

interface MoveDialogProps {
  moving: Moving
  /** Hands the customer over instead; missing without the right to. */
  onHandOver: (() => void) | undefined
  onClosed: () => void
}

/** Moves an appointment to another day, hour, length or car; the move can be undone. */
export function MoveDialog({ moving, onHandOver, onClosed }: MoveDialogProps) {
  const queries = useQueryClient()
  const { appointment, startsAt, carId } = moving
  const { customerId, activityId, name } = appointment
  const after = (): void => {
    for (const call of [dayCall, week]) void queries.invalidateQueries({ queryKey: keyOf(call) })
  }
  const form = useSchemaForm<MoveValues, typeof MoveAppointment, AnswerOf<typeof move>>({
    schema: MoveAppointment,
    draft: { form: 'appointment.move', record: { id: customerId, version: String(activityId) } },
    initial: {
      date: dayStart(startsAt),
      nextStart: (startsAt - dayStart(startsAt)) / 60,
      nextMinutes: appointment.minutes,
      nextCarId: carId || undefined,
    },
    toRequest: ({ date, nextStart, nextMinutes, nextCarId }) => ({
      customerId,
      activityId,
      startsAt: date && nextStart !== undefined ? dayStart(date) + nextStart * 60 : undefined,
      minutes: nextMinutes,
      carId: nextCarId ?? 0,
    }),
    fieldOf: { startsAt: 'nextStart', minutes: 'nextMinutes', carId: 'nextCarId' },
    send: (request, options) => callApi(move, request, options),
    onDone: ({ undoId }) => {
      after()
      offerTicket({ undoId, text: '已改约', about: name, after })
    },
  })
  return (
    <FormDialog title="改约" form={form} onClosed={onClosed} okText="改约" width={560}>
      <p className="sr-move-who">
        {appointment.isSeen ? <CustomerName customerId={customerId} name={name} /> : name}
        <span className="sr-quiet">{appointment.ownerName}</span>
        {onHandOver && (
          <button type="button" className="sr-link" onClick={onHandOver}>
            换客户经理
          </button>
        )}
      </p>
      <Field name="date" label="日期" required>
        <DayPicker min={nowSeconds()} allowClear={false} />
      </Field>
      <MoveHour appointment={appointment} />
    </FormDialog>
  )
}

function MoveHour({ appointment }: { appointment: Appointment }) {
  const date = useFieldValue<number>('date')
  const { type, ownerId, seriesId, activityId } = appointment
  if (!date) return null
  return (
    <FormGrid>
      <HourFields date={date} type={type} ownerId={ownerId} seriesId={seriesId} activityId={activityId} />
    </FormGrid>
  )
}

import { week, day as dayCall } from '@showroom/contract/appointment/appointment.api'
import type { Appointment } from '@showroom/contract/appointment/appointment.schema'
import { BatchReassign } from '@showroom/contract/customer/action.schema'
import { batchReassign } from '@showroom/contract/customer/customer.api'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { callApi } from '../../api/client'
import { keyOf } from '../../api/query'
import { offerTicket } from '../../base/public'
import { useSession } from '../../frame/session'
import { BatchHandOverDialog, MemberSelect } from '../../team/public'
import { useMessage } from '../../ui/useMessage'

interface HandOverAppointmentProps {
  appointment: Appointment
  /** The consultant on whom the appointment was dropped; 0 for none. */
  memberId: number
  /** Unmount it then. `toId` is the new owner, 0 if it was cancelled. */
  onClosed: (toId: number) => void
}

/** Hands the customer of an appointment to another consultant: the appointment follows its customer. */
export function HandOverAppointment({ appointment, memberId, onClosed }: HandOverAppointmentProps) {
  const queries = useQueryClient()
  const message = useMessage()
  const { canResign } = useSession()
  const toId = useRef(0)
  const { customerId, name, ownerId, ownerName } = appointment
  const after = (): void => {
    for (const call of [dayCall, week]) void queries.invalidateQueries({ queryKey: keyOf(call) })
  }
  return (
    <BatchHandOverDialog
      title={`再分配 ${name}`}
      okText="再分配"
      remarkPlaceholder="交接说明，选填"
      member={<MemberSelect isAll={canResign} withSelf without={[ownerId]} />}
      memberExtra={`当前客户经理：${ownerName}。客户和预约一起转给所选客户经理`}
      {...(memberId && { memberId })}
      schema={BatchReassign}
      toRequest={(values) => ({ customerIds: String(customerId), ...values })}
      send={(request, options) => {
        toId.current = request.memberId
        return callApi(batchReassign, request, options)
      }}
      onDone={({ undoId, failures }) => {
        after()
        const why = failures[0]?.reason
        if (why) message.error(`${name}：${why}`)
        else offerTicket({ undoId, text: '客户再分配成功!', about: name, after })
      }}
      onClosed={(isDone) => onClosed(isDone ? toId.current : 0)}
    />
  )
}

import { InformCome } from '@showroom/contract/customer/action.schema'
import { informCome } from '@showroom/contract/customer/customer.api'
import { stoppedNames } from '@showroom/contract/customer/customer.rules'
import type { FoundArrival } from '@showroom/contract/desk/list.schema'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/client'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { showArrival } from '../desk.queries'

interface ConfirmArrivalProps {
  customer: Pick<FoundArrival, 'id' | 'name' | 'stopped'>
  onDone: () => void
  onClosed: () => void
}

/** Asks before it confirms the arrival, and says what happens to a customer without follow-up. */
export function ConfirmArrival({ customer, onDone, onClosed }: ConfirmArrivalProps) {
  const queries = useQueryClient()
  const form = useSchemaForm({
    schema: InformCome,
    initial: {},
    toRequest: () => ({ customerId: customer.id }),
    send: (request, options) => callApi(informCome, request, options),
    onDone: ({ undoId }) => {
      void showArrival(queries, undoId, customer.name)
      onDone()
    },
  })
  return (
    <ConfirmDialog title={`确认到店 ${customer.name}`} form={form} onClosed={onClosed} okText="确认到店">
      <p>此操作将确认该客户到店, 是否继续?</p>
      {customer.stopped !== '' && (
        <p className="sr-quiet">
          客户{stoppedNames[customer.stopped]}：到店会照常登记，客户状态不变，系统会提醒客户经理或店长处理。
        </p>
      )}
    </ConfirmDialog>
  )
}

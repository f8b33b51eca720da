import * as customer from '@showroom/contract/customer/customer.api'
import type { RequestOf } from '@showroom/contract/kernel/call'
import type { BulkStatus } from '@showroom/contract/customer/bulk.schema'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/client'
import { offerTicket } from '../../base/public'
import type { SubmitOptions } from '../../ui/form/types'
import { useMessage } from '../../ui/useMessage'
import { invalidateCustomerList } from '../customer.queries'
import { bulkStore, type Chosen, doneText } from './bulk'
import { customerList } from './customer.fields'

type Request = Omit<RequestOf<typeof customer.bulk>, 'dealerId'>

/** The selected customers as request fields. */
export const whichOf = ({ ids, filter }: Chosen): Pick<Request, 'customerIds' | 'filter'> =>
  filter ? { filter: customerList.requestOf(filter) } : { customerIds: ids.join(',') }

/** Runs a bulk action. Selected customers are reassigned through the batch mutation; everything else goes through the bulk mutation. */
export async function sendBulk(
  request: Request,
  options: SubmitOptions | { once: true },
  memberName = '',
): Promise<BulkStatus> {
  const { action, customerIds = '', filter, memberId = 0, remark = '' } = request
  if (action !== 'reassign' || filter) return callApi(customer.bulk, request, options)
  const answer = await callApi(customer.batchReassign, { customerIds, memberId, remark }, options)
  const total = answer.successTotal + answer.failTotal
  return { ...answer, bulkId: 0, action, memberName, total, doneTotal: total, isDone: true }
}

/** Shows the result of a bulk action: the undo offer, the skipped customers, or the progress. */
export function useBulkEnd(): (status: BulkStatus) => void {
  const queries = useQueryClient()
  const message = useMessage()
  return (status) => {
    const { action, memberName, successTotal, failTotal, undoId, isDone } = status
    const after = (): void => void invalidateCustomerList(queries)
    after()
    if (!isDone || failTotal > 0) bulkStore.put(status)
    else bulkStore.put(undefined)
    if (!isDone || successTotal === 0) return
    const text = doneText(action, successTotal)
    const about = memberName && `→ ${memberName}`
    if (!offerTicket({ undoId, text, about, after })) message.success(text)
  }
}

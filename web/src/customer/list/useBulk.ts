import * as customer from '@showroom/contract/customer/customer.api'
import type { RequestOf } from '@showroom/contract/kernel/call'
import type { BulkStatus } from '@showroom/contract/customer/bulk.schema'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/client'
import { showResult } from '../../base/public'
import type { SubmitOptions } from '../../ui/form/types'
import { invalidateCustomerList } from '../customer.queries'
import { bulkStore, type Chosen, doneText } from './bulk'
import { leftOf } from './BulkLeft'
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
  const total = customerIds.split(',').length
  return { ...answer, bulkId: 0, action, memberName, total, doneTotal: total, isDone: true }
}

/** Shows the progress of a bulk action, or in the undo bar its result. */
export function useBulkEnd(): (status: BulkStatus) => void {
  const queries = useQueryClient()
  return (status) => {
    const { action, memberName, total, successTotal, failTotal, undoId, isDone } = status
    const after = (): void => void invalidateCustomerList(queries)
    after()
    bulkStore.put(isDone ? undefined : status)
    if (!isDone) return
    const same = total - successTotal - failTotal
    showResult({
      undoId,
      text: doneText(action, successTotal),
      about: [memberName && `→ ${memberName}`, same > 0 && `另有 ${same} 位已是如此`]
        .filter(Boolean)
        .join('，'),
      left: leftOf(status),
      after,
    })
  }
}

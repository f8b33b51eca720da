import { bulkBusinessType, proofSources } from '@showroom/contract/customer/customer.rules'
import type { EditableValues } from '@showroom/contract/customer/edit.schema'
import { type CustomerForm, customerRequestOf } from '../fields/customer.form'

/** The file that changes are compared with: as it was when the form opened or when the last conflict was resolved. */
export interface EditBase {
  readonly rowVersion: number
  readonly original: EditableValues
}

const replacement = 3

/** Builds the request. Hidden fields keep their value as long as the choice that hides them is unchanged. */
export function editRequestOf(values: Partial<CustomerForm>, customerId: number, base: EditBase) {
  const { original } = base
  const request = customerRequestOf(values)
  const { type = 0, fromSource = 0, businessType = 0 } = values
  if (type !== 2 && type === original.type) request.companyName = original.companyName
  if (!proofSources.includes(fromSource) && fromSource === original.fromSource)
    request.newMediaImages = original.newMediaImages
  if (businessType !== bulkBusinessType && businessType === original.businessType)
    request.buyCount = original.buyCount
  return { ...request, isReplace: businessType === replacement, customerId, ...base }
}

import { mayAct } from '@showroom/contract/customer/customer.rules'
import type { CustomerAction, CustomerRights } from '@showroom/contract/customer/customer.rules'
import type { Acting } from '../../platform/http/handler.ts'
import type { NewVersion } from '../handover/assign.repository.ts'
import { lockCustomers } from '../lock.ts'
import type { Reach } from '../lock.repository.ts'

/**
 * Locks customers for an undo and returns those unchanged since: every change to a file raises its version. If `action` is given, it must
 * still be allowed by the rights in `by`.
 */
export async function unchangedOf<Left extends NewVersion>(
  context: Acting,
  customers: readonly Left[],
  how: { readonly action?: CustomerAction; readonly reach?: Reach; readonly by?: CustomerRights } = {},
): Promise<(Left & { readonly name: string })[]> {
  const { action, reach, by = context.session.flags } = how
  const locked = await lockCustomers(
    context,
    customers.map(({ customerId }) => customerId),
    reach ? { reach } : {},
  )
  return customers.flatMap((customer) => {
    const now = locked.get(customer.customerId)
    if (now?.rowVersion !== customer.rowVersion) return []
    const allowed = !action || mayAct(action, now.state, by)
    return allowed ? [{ ...customer, name: now.name }] : []
  })
}

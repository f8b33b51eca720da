import { mayAct } from '@showroom/contract/customer/customer.rules'
import type { CustomerAction } from '@showroom/contract/customer/customer.rules'
import type { Acting } from '../platform/http/handler.ts'
import type { NewVersion } from './assign.repository.ts'
import { lockCustomers } from './lock.ts'
import type { Reach } from './lock.ts'

/**
 * Locks customers that something is to be taken back of, and tells those that are as it left them: everything that happens to a file
 * raises its version. `action`: must still be allowed.
 */
export async function unchangedOf<Left extends NewVersion>(
  context: Acting,
  customers: readonly Left[],
  { action, reach }: { readonly action?: CustomerAction; readonly reach?: Reach } = {},
): Promise<(Left & { readonly name: string })[]> {
  const locked = await lockCustomers(
    context,
    customers.map(({ customerId }) => customerId),
    reach ? { reach } : {},
  )
  return customers.flatMap((customer) => {
    const now = locked.get(customer.customerId)
    if (now?.rowVersion !== customer.rowVersion) return []
    const allowed = !action || mayAct(action, now.state, context.session.flags)
    return allowed ? [{ ...customer, name: now.name }] : []
  })
}

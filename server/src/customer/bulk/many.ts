import { erasedFileText } from '@showroom/contract/customer/customer.rules'
import type { BulkAnswer } from '@showroom/contract/customer/bulk.schema'
import type { Acting } from '../../platform/http/handler.ts'
import { readNames } from './many.repository.ts'
import { lockCustomers } from '../lock.ts'
import type { LockedCustomer } from '../lock.ts'
import type { Reach } from '../lock.repository.ts'

/** Actions on many customers: each customer whose state allows it is changed, and every other one gets a reason. */

/** A customer that was not changed, with the reason. */
export interface Left {
  readonly customerId: number
  readonly reason: string
}

export interface Attempt<Done> {
  /** Results, with the data for the undo. */
  readonly done: readonly Done[]
  readonly left: readonly Left[]
}

/** Maximum of named customers in one response. */
const mostNamed = 200

const erasedText = ({ isErased }: LockedCustomer): string | undefined =>
  isErased ? erasedFileText : undefined
const outOf = (reach: Reach): string =>
  typeof reach === 'object' && !reach.orSeen ? '不存在，或不是今天到店的客户' : '不存在或不可见'

/** Locks the customers. Leaves out those with a reason against the action and those out of reach. */
export async function lockThese(
  context: Acting,
  customerIds: readonly number[],
  whyNot: (customer: LockedCustomer) => string | undefined,
  reach: Reach = 'seen',
): Promise<{ found: LockedCustomer[]; left: Left[] }> {
  const customers = await lockCustomers(context, customerIds, { reach })
  const reached: LockedCustomer[] = []
  const left: Left[] = []
  for (const customerId of customerIds) {
    const customer = customers.get(customerId)
    const reason = customer ? (erasedText(customer) ?? whyNot(customer)) : outOf(reach)
    if (customer && reason === undefined) reached.push(customer)
    else left.push({ customerId, reason: reason ?? '' })
  }
  return { found: reached, left }
}

/** Returns the result of a bulk action, with the names of left-out customers that the member sees. */
export async function answerOf(
  context: Pick<Acting, 'db' | 'session'>,
  { done, left }: { readonly done: readonly unknown[]; readonly left: readonly Left[] },
  undoId: number,
): Promise<BulkAnswer> {
  return { successTotal: done.length, ...(await summaryOf(context, left)), undoId }
}

/** Returns how many customers were left out, and the first of them with name and reason. */
export async function summaryOf({ db, session }: Pick<Acting, 'db' | 'session'>, left: readonly Left[]) {
  const named = left.slice(0, mostNamed)
  const names = await readNames(
    db,
    session.scope,
    named.map(({ customerId }) => customerId),
  )
  return {
    failTotal: left.length,
    failures: named.map(({ customerId, reason }) => {
      const name = names.get(customerId)
      return { customerId: name === undefined ? 0 : customerId, name: name ?? '', reason }
    }),
  }
}

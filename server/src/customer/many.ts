import type { BulkAnswer } from '@showroom/contract/customer/bulk.schema'
import type { Acting } from '../platform/http/handler.ts'
import { readNames } from './many.repository.ts'
import { lockCustomers } from './lock.ts'
import type { LockedCustomer, Reach } from './lock.ts'

/** What is done to many customers at once: to each that allows it; of the others it is told why not. */

/** A customer that was left as it is, and why. */
export interface Left {
  readonly customerId: number
  readonly reason: string
}

export interface Attempt<Done> {
  /** What taking it back needs. */
  readonly done: readonly Done[]
  readonly left: readonly Left[]
}

/** Customers told by name in one answer. */
const mostNamed = 200

const outOf = (reach: Reach): string =>
  typeof reach === 'object' && !reach.orSeen ? '不存在，或不是今天到店的客户' : '不存在或不可见'

/** Locks the customers; those that there is a reason against, and those out of sight, are left. */
export async function lockThese(
  context: Acting,
  customerIds: readonly number[],
  whyNot: (customer: LockedCustomer) => string | undefined,
  reach: Reach = 'seen',
): Promise<{ found: LockedCustomer[]; left: Left[] }> {
  const customers = await lockCustomers(context, customerIds, { reach })
  const found: LockedCustomer[] = []
  const left: Left[] = []
  for (const customerId of customerIds) {
    const customer = customers.get(customerId)
    const reason = customer ? whyNot(customer) : outOf(reach)
    if (customer && reason === undefined) found.push(customer)
    else left.push({ customerId, reason: reason ?? '' })
  }
  return { found, left }
}

/** What became of them, with the names of those left that the member sees. */
export async function answerOf(
  context: Pick<Acting, 'db' | 'session'>,
  { done, left }: { readonly done: readonly unknown[]; readonly left: readonly Left[] },
  undoId: number,
): Promise<BulkAnswer> {
  return { successTotal: done.length, ...(await toldOf(context, left)), undoId }
}

/** Why some were left: how many in all, and the first of them by name. */
export async function toldOf({ db, session }: Pick<Acting, 'db' | 'session'>, left: readonly Left[]) {
  const told = left.slice(0, mostNamed)
  const names = await readNames(
    db,
    session.scope,
    told.map(({ customerId }) => customerId),
  )
  return {
    failTotal: left.length,
    failures: told.map(({ customerId, reason }) => {
      const name = names.get(customerId)
      return { customerId: name === undefined ? 0 : customerId, name: name ?? '', reason }
    }),
  }
}

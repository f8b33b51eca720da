import type { ActivityRow, DealRow, Ledger, OrderRow } from './rows.ts'

/** Columns that repeat values of a deal. They are read when the stories have ended, because a story may change its deal's source. */

type Sources = Pick<DealRow, 'from_source' | 'other_source'>

export interface Copies {
  readonly activities: readonly (ActivityRow & Pick<Sources, 'from_source'>)[]
  readonly orders: readonly (OrderRow & Sources)[]
}

export function copySources({ deals, activities, orders }: Ledger): Copies {
  const sources = new Map(deals.map((deal) => [deal.id, deal]))
  const sourceOf = (dealId: number): Sources => {
    const deal = sources.get(dealId)
    if (!deal) throw new Error(`there is no deal ${dealId}`)
    return { from_source: deal.from_source, other_source: deal.other_source }
  }
  return {
    activities: activities.map((row) => ({ ...row, from_source: sourceOf(row.deal_id).from_source })),
    orders: orders.map((row) => ({ ...row, ...sourceOf(row.deal_id) })),
  }
}

/** The current deal of a customer, with its owner, as a visit keeps them. */
export function currentDeals({
  customers,
  deals,
}: Ledger): (customerId: number) => { deal_id: number; owner_id: number } {
  const owners = new Map(deals.map((deal) => [deal.id, deal.owner_id]))
  const current = new Map(customers.map((customer) => [customer.id, customer.current_deal_id]))
  return (customerId) => {
    const dealId = current.get(customerId) ?? 0
    const ownerId = owners.get(dealId)
    if (ownerId === undefined) throw new Error(`the customer ${customerId} has no deal`)
    return { deal_id: dealId, owner_id: ownerId }
  }
}

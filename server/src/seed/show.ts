import { liveStatuses, orderStatus } from '@showroom/contract/order/order.rules'
import { dictionaries } from './dictionaries.ts'
import { demoDealers } from './network.ts'
import type { Ledger } from './rows.ts'

/**
 * Adjusts facts that no story depends on, so that each store has all of them: kinds of documents, customers with unknown region, orders at
 * every step of the manufacturer, portals with few customers. Runs after the stories, which stay unchanged.
 */
export function showEverything(ledger: Ledger): void {
  for (const { id } of demoDealers) {
    const of = <Row extends { dealer_id: number }>(rows: readonly Row[]): Row[] =>
      rows.filter((row) => row.dealer_id === id)
    showDocuments(of(ledger.customers), new Set(of(ledger.orders).map((order) => order.customer_id)))
    hideRegions(of(ledger.deals))
    showPortals(of(ledger.deals), of(ledger.leads))
    showMakerSteps(of(ledger.orders), ledger.lines)
  }
}

type Rows<Key extends keyof Ledger> = Ledger[Key] extends readonly (infer Row)[] ? Row : never

/** Document types with invalid numbers: a passport, an officer's card, a travel permit. */
const documents = [
  [2, 'E00'],
  [3, '军字第'],
  [4, 'H'],
] as const

/** Skips customers with an order, which holds the same document. */
function showDocuments(customers: readonly Rows<'customers'>[], ordered: ReadonlySet<number>): void {
  const free = customers.filter(
    (customer) => customer.type === 1 && !customer.identify_no && !ordered.has(customer.id),
  )
  for (const [at, [type, start]] of documents.entries())
    for (const customer of free.slice(at * 3, at * 3 + 3)) {
      customer.identify_type = type
      customer.identify_no = `${start}${String(1_000_000 + customer.id)}`
    }
}

/** Customers not yet asked where they will buy. */
const withoutRegion = 4
const unknownRegion = { buy_province: '', buy_city: '', buy_area: '', is_remote: 3 } as const

function hideRegions(deals: readonly Rows<'deals'>[]): void {
  const fresh = deals.filter(
    (deal) => deal.is_current && deal.level === 'N' && deal.is_remote === 2 && !deal.arrived_at,
  )
  for (const deal of fresh.slice(0, withoutRegion)) Object.assign(deal, unknownRegion)
}

/** Ensures that every portal has a customer. */
function showPortals(deals: readonly Rows<'deals'>[], leads: readonly Rows<'leads'>[]): void {
  const online = deals.filter((deal) => deal.is_current && deal.from_source === 98)
  const from = (source: number) => online.filter((deal) => deal.other_source === source)
  for (const source of dictionaries.onlineSources.map(([value]) => Number(value))) {
    if (from(source).length > 0) continue
    const [most] = online.toSorted((a, b) => from(b.other_source).length - from(a.other_source).length)
    if (!most) continue
    const { customer_id: customerId, other_source: before } = most
    most.other_source = source
    for (const lead of leads)
      if (lead.customer_id === customerId && lead.source_id === before) lead.source_id = source
  }
}

/** Ensures an order under way at each of the manufacturer's steps, and a delivered one that is not completed yet. */
function showMakerSteps(orders: readonly Rows<'orders'>[], lines: readonly Rows<'lines'>[]): void {
  const at = (status: number) => orders.filter((order) => order.status === status)
  const move = (from: readonly number[], to: number): void => {
    if (at(to).length > 0) return
    const [most = []] = from.map(at).toSorted((a, b) => b.length - a.length)
    const order = most.at(-1)
    if (!order || most.length < 2) return
    order.status = to
    for (const line of lines)
      if (line.dealer_id === order.dealer_id && line.order_id === order.id) line.status = to
  }
  const { delivered, completed } = orderStatus
  const underWay = liveStatuses.filter((status) => status !== delivered)
  for (const status of underWay) move(underWay, status)
  move([completed], delivered)
}

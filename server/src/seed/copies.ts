import { activityType } from '@showroom/contract/customer/customer.rules'
import type {
  ActivityRow,
  CarRow,
  DealRow,
  DefeatRow,
  DriveRow,
  Ledger,
  OrderRow,
  SuspensionRow,
} from './rows.ts'

/** Columns that repeat values of a deal. They are read when the stories have ended, because a story may change its deal's source. */

type Sources = Pick<DealRow, 'from_source' | 'other_source'>
/** Main series of a fact when it happened. No story changes the series of a deal. */
interface Then {
  readonly main_series_id: number | null
}

export interface Copies {
  readonly activities: readonly (ActivityRow & Pick<Sources, 'from_source'> & Then)[]
  readonly orders: readonly (OrderRow & Sources)[]
  readonly defeats: readonly (DefeatRow & Then)[]
  readonly suspensions: readonly (SuspensionRow & Then)[]
  readonly drives: readonly (DriveRow & Then & { readonly owner_id: number | null })[]
}

export function copyFacts(ledger: Ledger): Copies {
  const { activities, cars, deals, defeats, drives, orders, suspensions } = ledger
  const byId = new Map(deals.map((deal) => [deal.id, deal]))
  const dealOf = (dealId: number): DealRow => {
    const deal = byId.get(dealId)
    if (!deal) throw new Error(`there is no deal ${dealId}`)
    return deal
  }
  const seriesOf = (dealId: number): number => dealOf(dealId).series_ids[0] ?? 0
  return {
    activities: activities.map((row) => ({
      ...row,
      from_source: dealOf(row.deal_id).from_source,
      main_series_id: seriesThen(row, seriesOf(row.deal_id)),
    })),
    orders: orders.map((row) => {
      const { from_source, other_source } = dealOf(row.deal_id)
      return { ...row, from_source, other_source }
    }),
    defeats: defeats.map((row) => ({
      ...row,
      main_series_id: row.owner_id === null ? null : seriesOf(row.deal_id),
    })),
    suspensions: suspensions.map((row) => ({ ...row, main_series_id: seriesOf(row.deal_id) })),
    drives: copyDrives(drives, activities, cars),
  }
}

/** Series of an activity that is completed or of an appointment that is settled: a test drive has its own. */
function seriesThen(row: ActivityRow, ofDeal: number): number | null {
  if (row.completed_at === null && row.kept === null) return null
  const isDrive = (row.completed_type ?? row.type) === activityType.testDrive
  return (isDrive && row.test_series_id) || ofDeal
}

function copyDrives(
  drives: readonly DriveRow[],
  activities: readonly ActivityRow[],
  cars: readonly CarRow[],
): Copies['drives'] {
  const owners = new Map(activities.map(({ id, owner_id: ownerId }) => [id, ownerId]))
  const series = new Map(cars.map(({ id, series_id: seriesId }) => [id, seriesId]))
  return drives.map((row) => ({
    ...row,
    owner_id: (row.back_at && owners.get(row.activity_id)) ?? null,
    main_series_id: (row.back_at && series.get(row.car_id)) ?? null,
  }))
}

/** The deal of a customer that was current at an instant, with its owner and main series, as a visit keeps them. */
export function dealsAt({
  deals,
}: Ledger): (customerId: number, at: Date) => { deal_id: number; owner_id: number; main_series_id: number } {
  const byCustomer = new Map<number, DealRow[]>()
  for (const deal of deals.toSorted((one, other) => +one.created_at - +other.created_at))
    byCustomer.set(deal.customer_id, [...(byCustomer.get(deal.customer_id) ?? []), deal])
  return (customerId, at) => {
    const deal = byCustomer.get(customerId)?.findLast(({ created_at: createdAt }) => createdAt <= at)
    if (!deal) throw new Error(`the customer ${customerId} had no deal then`)
    return { deal_id: deal.id, owner_id: deal.owner_id, main_series_id: deal.series_ids[0] ?? 0 }
  }
}

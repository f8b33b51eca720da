import { usualAgreement } from '@showroom/contract/appointment/agreement.schema'
import { quartersOf } from '@showroom/contract/customer/appointment.rules'
import type { ActivityRow, CarRow, Ledger, PaperRow } from './rows.ts'
import { catalogue } from './vehicles.ts'

/** The demo's test-drive cars, the quarters of an hour that planned test drives book, and the agreements that customers signed. */

const carsOfStore = 4
/** Minutes since midnight. */
const opensAt = 9 * 60
const closesAt = 18 * 60

/** One car for each of the series that a store's customers drive most. */
export function makeCars({ activities }: Ledger, now: Date): CarRow[] {
  const stores = new Map<number, Map<number, number>>()
  for (const { dealer_id: dealerId, test_series_id: seriesId } of activities) {
    if (seriesId === null) continue
    const counts = stores.get(dealerId) ?? new Map<number, number>()
    stores.set(dealerId, counts.set(seriesId, (counts.get(seriesId) ?? 0) + 1))
  }
  return [...stores]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([dealerId, counts]) =>
      [...counts]
        .toSorted(([one, many], [other, most]) => most - many || one - other)
        .slice(0, carsOfStore)
        .map(([seriesId], place) => ({ dealerId, seriesId, place: place + 1 })),
    )
    .map(({ dealerId, seriesId, place }, at) => ({
      dealer_id: dealerId,
      id: at + 1,
      series_id: seriesId,
      plate: `浙A${String(dealerId * 10 + place).padStart(4, '0')}T`,
      opens_at: opensAt,
      closes_at: closesAt,
      created_at: now,
    }))
}

export const seriesNameOf = ({ series_id: seriesId }: CarRow): string =>
  catalogue.series.find(({ id }) => id === seriesId)?.name ?? ''

/** Rows of `test_car_quarter` for the open test drives with a car. */
export const bookedQuarters = (activities: readonly ActivityRow[]): object[] =>
  activities.flatMap((one) =>
    one.test_car_id === null || one.completed_at || one.cancelled_at
      ? []
      : quartersOf({ startsAt: one.due_at.getTime() / 1000, minutes: one.minutes ?? 0 }).map((quarter) => ({
          dealer_id: one.dealer_id,
          car_id: one.test_car_id,
          starts_at: new Date(quarter * 1000),
          activity_id: one.id,
        })),
  )

/** Rows of `drive_agreement`: the product's text, since the first customer of the store signed it. */
export const usualAgreements = (papers: readonly PaperRow[]): object[] =>
  [...new Set(papers.map(({ dealer_id: dealerId }) => dealerId))].map((dealerId) => ({
    dealer_id: dealerId,
    version: 1,
    content: usualAgreement,
    created_at: papers.find((paper) => paper.dealer_id === dealerId)?.handed_at,
  }))

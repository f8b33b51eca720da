import { z } from 'zod'
import { dealerId, Id } from '../kernel/wire.ts'

/** Stores of a group, as its administrators see and close them (docs/product/setting.md). */

/** A store. Instants in epoch seconds, 0 for none. */
export const Store = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  city: z.string(),
  closedAt: z.number(),
  /** Gets the leads of a closed store; 0 and empty without one. */
  successorId: z.number(),
  successorName: z.string(),
  /** The store that took over its rows. */
  mergedName: z.string(),
  /** A merge or a removal has begun. */
  isMoving: z.boolean(),
})
export type Store = z.output<typeof Store>
export const Stores = z.object({ data: z.array(Store) })

export const StoreFactsQuery = z.object({
  dealerId,
  storeId: Id,
  /** The store into which it would be merged; 0 for none. */
  intoId: Id.or(z.literal(0)).default(0),
})
/** Rows that wait in a store to be closed, and those that a merge would join. */
export const StoreFacts = z.object({
  memberTotal: z.number(),
  customerTotal: z.number(),
  /** Leads that no one has taken yet. */
  leadTotal: z.number(),
  openOrderTotal: z.number(),
  /** Customers with a file in both stores. */
  doubleTotal: z.number(),
  /** Those of them whose defeat waits for a review, which a merge refuses. */
  waitingTotal: z.number(),
  /** Members with an account in both. */
  doubleMembers: z.array(
    z.object({ name: z.string(), role: z.number(), intoName: z.string(), intoRole: z.number() }),
  ),
})
export type StoreFacts = z.output<typeof StoreFacts>

export const CloseStore = z.object({ dealerId, storeId: Id, successorId: Id.or(z.literal(0)).default(0) })
export const OpenStore = z.object({ dealerId, storeId: Id })

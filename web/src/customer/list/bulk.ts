import type { BulkAction } from '@showroom/contract/customer/bulk.rules'
import type { BulkStatus } from '@showroom/contract/customer/bulk.schema'
import type { CustomerFilter } from './customer.fields'

/** What is done to many customers, as the pages around it know: which were chosen, and what became of them. */

export interface Chosen {
  readonly ids: readonly number[]
  /** Instead of the ids: all that these filters find. */
  readonly filter: CustomerFilter | undefined
  readonly total: number
}

export const actionNames: Readonly<Record<BulkAction, string>> = {
  reassign: '再分配',
  tag: '标签',
  wake: '唤醒',
}

/** What is told when it went through. */
export const doneText = (action: BulkAction, total: number): string =>
  action === 'reassign'
    ? `${total} 位客户再分配成功!`
    : action === 'tag'
      ? `${total} 位客户标签已保存`
      : `${total} 位客户已唤醒!`

/** What became of it, or how far it is; of one that was left behind only the id is known, until the server tells more. */
export type Outcome = BulkStatus | Pick<BulkStatus, 'bulkId'>

export const isDone = (outcome: Outcome): outcome is BulkStatus => 'isDone' in outcome && outcome.isDone

/** Where one that goes on is found again after the page was loaded anew. It names no person. */
const place = 'bulk'

let shown: Outcome | undefined
const listeners = new Set<() => void>()

export const bulkStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): Outcome | undefined => shown,
  put(next: Outcome | undefined): void {
    shown = next
    if (next && !isDone(next)) sessionStorage.setItem(place, String(next.bulkId))
    else sessionStorage.removeItem(place)
    for (const listener of listeners) listener()
  },
  /** The id of one that was under way when the page was left; 0 for none. */
  leftBehind: (): number => Number(sessionStorage.getItem(place) ?? 0),
}

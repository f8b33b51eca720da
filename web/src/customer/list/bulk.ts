import type { BulkAction } from '@showroom/contract/customer/bulk.rules'
import type { BulkStatus } from '@showroom/contract/customer/bulk.schema'
import { createListeners } from '../../api/listeners'
import type { CustomerFilter } from './customer.fields'

/** State of bulk actions shared by the list page: the selected customers and the outcome. */

export interface Chosen {
  readonly ids: readonly number[]
  /** All customers that match these filters, instead of ids. */
  readonly filter: CustomerFilter | undefined
  readonly total: number
}

export const actionNames: Readonly<Record<BulkAction, string>> = {
  reassign: '再分配',
  tag: '标签',
  wake: '唤醒',
}

/** Text shown after success. */
export const doneText = (action: BulkAction, total: number): string =>
  action === 'reassign'
    ? `${total} 位客户再分配成功!`
    : action === 'tag'
      ? `${total} 位客户标签已保存`
      : `${total} 位客户已唤醒!`

/** The outcome or the progress. After a page reload only the id is known until the server responds. */
export type Outcome = BulkStatus | Pick<BulkStatus, 'bulkId'>

export const isDone = (outcome: Outcome): outcome is BulkStatus => 'isDone' in outcome && outcome.isDone

/** Session storage key of a running action's id, read after a page reload. It holds no personal data. */
const place = 'bulk'

let shown: Outcome | undefined
const listeners = createListeners()

export const bulkStore = {
  subscribe: listeners.subscribe,
  read: (): Outcome | undefined => shown,
  put(next: Outcome | undefined): void {
    shown = next
    if (next && !isDone(next)) sessionStorage.setItem(place, String(next.bulkId))
    else sessionStorage.removeItem(place)
    listeners.notify()
  },
  /** Id of an action that was running when the page was left; 0 for none. */
  leftBehind: (): number => Number(sessionStorage.getItem(place) ?? 0),
}

import type { BulkAction } from '@showroom/contract/customer/bulk.rules'
import type { BulkStatus } from '@showroom/contract/customer/bulk.schema'
import type { CustomerRow } from '@showroom/contract/customer/list.schema'
import { createListeners } from '../../api/listeners'
import { inTab } from '../../api/storage'
import type { CustomerFilter } from './customer.fields'

/** State of bulk actions shared by the list page: the selected customers and the progress. */

export interface Chosen {
  readonly ids: readonly number[]
  /** The chosen customers that were on screen; undefined if others may match as well. */
  readonly rows: readonly CustomerRow[] | undefined
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
  total === 0
    ? `没有${actionNames[action]}任何客户`
    : action === 'reassign'
      ? `${total} 位客户再分配成功!`
      : action === 'tag'
        ? `${total} 位客户标签已保存`
        : `${total} 位客户已唤醒!`

/** The progress. After a page reload only the id is known until the server responds. */
export type Outcome = BulkStatus | Pick<BulkStatus, 'bulkId'>

/** Session storage key of a running action's id, read after a page reload. It holds no personal data. */
const running = inTab('bulk')

// source-disable-next-line roomState -- the progress of an action that goes on between pages
let outcome: Outcome | undefined
const listeners = createListeners()

export const bulkStore = {
  subscribe: listeners.subscribe,
  read: (): Outcome | undefined => outcome,
  put(next: Outcome | undefined): void {
    outcome = next
    if (next) running.write(String(next.bulkId))
    else running.remove()
    listeners.notify()
  },
  /** Id of an action that was running when the page was left; 0 for none. */
  leftBehind: (): number => Number(running.read() ?? 0),
}

/** Whether the action can change one of the chosen customers; true if none is chosen yet, or some of them are unknown. */
export function canAct(action: BulkAction, { rows }: Chosen): boolean {
  const changes = ({ level, waitingFailReview, isSuspend }: CustomerRow): boolean =>
    action === 'tag' || (level !== 'F' && !waitingFailReview && (action === 'reassign' || isSuspend))
  return !rows || rows.length === 0 || rows.some(changes)
}

import type { WorkQueue } from '../../ui/queue/useWorkQueue'

/** A queue of customers to follow up: the position, the steps, and the texts at its end. */
export interface FollowQueue extends Omit<WorkQueue<unknown>, 'row'> {
  /** Name of the list, shown at the end. */
  readonly title: string
  /** Text shown when nothing is left. */
  readonly finished: string
  /** True if its steps change the URL: leaving then asks about unsaved input by itself. */
  readonly isAddressed: boolean
  /** Number of customers in the list beyond the queue's limit. */
  readonly beyond: number
}

/** Asked before the current form is left; false keeps it open. */
export type LeaveGuard = { current: (() => Promise<boolean>) | undefined }

import type { WorkQueue } from '../../ui/queue/useWorkQueue'

/** The list that one works through: where one is, how to go on, and what is told at its end. */
export interface FollowQueue extends Omit<WorkQueue<unknown>, 'row'> {
  /** What the list is called, for the drawer's end. */
  readonly title: string
  /** What is said when nothing is left. */
  readonly finished: string
  /** Its steps lead to other addresses: what is typed is asked about on the way there. */
  readonly isAddressed: boolean
  /** How many of the list are beyond the queue, which is not endless. */
  readonly beyond: number
}

/** Asked before the form in hand is left: false stays. */
export type LeaveGuard = { current: (() => Promise<boolean>) | undefined }

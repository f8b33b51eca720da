import { batchReassign, resume, updateTag } from '@showroom/contract/customer/action.api'
import type { BulkAction } from '@showroom/contract/customer/bulk.rules'
import type { Call } from '@showroom/contract/kernel/call'
import type { Acting } from '../platform/http/handler.ts'
import { offerUndo } from '../platform/undo.ts'
import { endGiving, giveMany } from './assign.service.ts'
import type { Given } from './assign.service.ts'
import type { Terms } from './bulk.repository.ts'
import type { Attempt } from './many.ts'
import { tagMany } from './tag.service.ts'
import type { Tagged } from './tag.service.ts'
import { wakeMany } from './wake.service.ts'
import type { Woken } from './wake.service.ts'

/** What can be done to many customers at once. */
export interface ManyAction<Done extends object> {
  /** As members read it: 批量再分配. */
  readonly title: string
  /** The call that does it to one, or some: who may not call that does it to none. */
  readonly of: Call
  /** Does it to those that it is possible with. */
  attempt(context: Acting, customerIds: readonly number[], terms: Terms): Promise<Attempt<Done>>
  /** Once for all of them, when the last is done: tells whom it concerns, and leaves a ticket to take it back; 0 for none. */
  end(context: Acting, done: readonly Done[], terms: Terms): Promise<number>
}

const reassign: ManyAction<Given> = {
  title: '批量再分配',
  of: batchReassign,
  attempt: giveMany,
  end: (context, done, { memberId }) => endGiving(context, done, memberId),
}

const tag: ManyAction<Tagged> = {
  title: '批量打标签',
  of: updateTag,
  attempt: tagMany,
  end: async (context, customers) => (customers.length > 0 ? offerUndo(context, 'tag', { customers }) : 0),
}

const wake: ManyAction<Woken> = {
  title: '批量唤醒',
  of: resume,
  attempt: wakeMany,
  end: async (context, customers) => (customers.length > 0 ? offerUndo(context, 'wake', { customers }) : 0),
}

/** By name. What one of them has done is only ever given back to itself. */
export const manyActions = { reassign, tag, wake } as unknown as Readonly<
  Record<BulkAction, ManyAction<object>>
>

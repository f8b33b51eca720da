import { batchReassign, resume, updateTag } from '@showroom/contract/customer/action.api'
import type { BulkAction } from '@showroom/contract/customer/bulk.rules'
import type { Call } from '@showroom/contract/kernel/call'
import type { Acting } from '../../platform/http/handler.ts'
import { offerUndo } from '../../platform/undo/undo.ts'
import { endGiving, giveMany } from '../handover/assign.service.ts'
import type { Given } from '../handover/assign.service.ts'
import type { Terms } from './bulk.repository.ts'
import type { Attempt } from './many.ts'
import { tagMany } from '../profile/tag.service.ts'
import type { Tagged } from '../profile/tag.service.ts'
import { wakeMany } from '../defeat/wake.service.ts'
import type { Woken } from '../defeat/wake.service.ts'

/** An action on many customers at once. */
export interface ManyAction<Done extends object> {
  /** Title for members, such as 批量再分配. */
  readonly title: string
  /** Call whose permission this action requires: the one that does the same to single customers. */
  readonly of: Call
  /** Acts on those of the customers whose state allows it. */
  attempt(context: Acting, customerIds: readonly number[], terms: Terms): Promise<Attempt<Done>>
  /** Runs once, after the last batch: sends notices and offers an undo. Returns the undo id; 0 if no customer was changed. */
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

/** Actions by name. The results of an action are passed back only to that action. */
export const manyActions = { reassign, tag, wake } as unknown as Readonly<
  Record<BulkAction, ManyAction<object>>
>

import { updateTag as tagCall } from '@showroom/contract/customer/action.api'
import type { UpdateTag } from '@showroom/contract/customer/action.schema'
import { timelineType } from '@showroom/contract/customer/customer.rules'
import { changeTags, tagsMax } from '@showroom/contract/customer/tags'
import type { Acting, Context } from '../../platform/http/handler.ts'
import { refuseField } from '../../platform/refusal.ts'
import { offerUndo } from '../../platform/undo/undo.ts'
import type { Inverse } from '../../platform/undo/undo.ts'
import type { NewVersion } from '../handover/assign.repository.ts'
import { lockCustomer } from '../lock.ts'
import { lockThese } from '../bulk/many.ts'
import type { Attempt } from '../bulk/many.ts'
import { retag } from './retag.ts'
import { readTags, tagAll } from './tag.repository.ts'
import type { TagsOf } from './tag.repository.ts'
import { unchangedOf } from './unchanged.ts'

/** Changes customers' own tags, and undoes such a change. */

/** A customer whose tags were changed, with the previous tags. */
export type Tagged = TagsOf & NewVersion

export interface UndoTag {
  readonly customers: readonly Tagged[]
}

/** Changes a customer's tags and keeps concurrent changes of colleagues. */
export async function updateTag(context: Context, form: UpdateTag) {
  const { customerId, rowVersion } = await lockCustomer(context, form.customerId)
  const before = await readTags(context.db, context.session.scope, [customerId])
  const tags = retag(before.get(customerId) ?? '', form.tag, form.original)
  if (tags.length > tagsMax) throw refuseField('INVALID', 'tag', `不能超过${tagsMax}个字`)
  const customers = await tag(context, before, [{ customerId, tags }])
  return { rowVersion: rowVersion + 1, undoId: await offerUndo(context, 'tag', { customers }) }
}

/** Adds tags to each of the customers and removes others. */
export async function tagMany(
  context: Acting,
  customerIds: readonly number[],
  { addTags, dropTags }: { readonly addTags: string; readonly dropTags: string },
): Promise<Attempt<Tagged>> {
  const { found, left } = await lockThese(context, customerIds, () => undefined)
  const has = await readTags(
    context.db,
    context.session.scope,
    found.map(({ customerId }) => customerId),
  )
  const changes: TagsOf[] = []
  for (const { customerId } of found) {
    const before = has.get(customerId) ?? ''
    const tags = changeTags(before, addTags, dropTags)
    if (tags === before) left.push({ customerId, reason: '标签没有变化' })
    else if (tags.length > tagsMax) left.push({ customerId, reason: `标签超过${tagsMax}个字` })
    else changes.push({ customerId, tags })
  }
  return { done: await tag(context, has, changes), left }
}

/** Writes the tags of locked customers and returns the previous ones. */
async function tag(
  { db, session, now }: Acting,
  before: ReadonlyMap<number, string>,
  wanted: readonly TagsOf[],
): Promise<Tagged[]> {
  if (wanted.length === 0) return []
  const versions = await tagAll(db, session.scope, wanted, {
    memberName: session.memberName,
    now,
    type: timelineType.tagged,
    subject: '画像标签',
  })
  return versions.map((one) => ({ ...one, tags: before.get(one.customerId) ?? '' }))
}

/** Restores each customer's previous tags. */
export const undoTag: Inverse<UndoTag> = {
  of: tagCall,
  async run(context, { customers }) {
    const { db, session, now } = context
    const back = await unchangedOf(context, customers)
    if (back.length > 0)
      await tagAll(db, session.scope, back, {
        memberName: session.memberName,
        now,
        type: timelineType.undone,
        subject: '撤销标签修改',
      })
    return { undoneTotal: back.length, keptTotal: customers.length - back.length }
  },
}

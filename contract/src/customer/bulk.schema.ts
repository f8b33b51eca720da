import { z } from 'zod'
import { dealerId, halfFilled, idList, OptionalId, text } from '../kernel/wire.ts'
import { bulkActions, bulkMost } from './bulk.rules.ts'
import { CustomerListQuery } from './list.schema.ts'
import { Tags } from './tags.ts'

/** What is done to many customers at once (docs/product/customer.md). */

const bulkFields = z.object({
  dealerId,
  action: z.enum(bulkActions, '请选择操作'),
  customerIds: idList(bulkMost).default([]),
  /** All that the list shows for these filters, whatever the page: read again by the server. Instead of ids. */
  filter: CustomerListQuery.optional(),
  /** Reassign: to whom, and why. */
  memberId: OptionalId,
  remark: text(500),
  /** Tags to add to those that each customer has, and to take away; space-separated. */
  addTags: Tags.default(''),
  dropTags: Tags.default(''),
})
export const Bulk = bulkFields.superRefine((value: Partial<z.output<typeof bulkFields>>, context) => {
  const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (!value.filter && (value.customerIds ?? []).length === 0) issue('customerIds', '请选择客户')
  if (value.action === 'reassign' && !value.memberId) issue('memberId', '请选择客户经理')
  if (value.action === 'tag' && !value.addTags && !value.dropTags) issue('addTags', '请输入标签')
}, halfFilled)
export type Bulk = z.output<typeof Bulk>

/** Of each that was left as it is why: one out of sight has no name, and 0 for its id. The first 200 of them. */
export const BulkAnswer = z.object({
  successTotal: z.number(),
  failTotal: z.number(),
  failures: z.array(z.object({ customerId: z.number(), name: z.string(), reason: z.string() })),
  /** What takes it back, for a minute; 0 where nothing was done. */
  undoId: z.number(),
})
export type BulkAnswer = z.infer<typeof BulkAnswer>

export const BulkStatus = BulkAnswer.extend({
  /** 0 for what was done within the call. */
  bulkId: z.number(),
  action: z.enum(bulkActions),
  /** Of a reassignment to whom. */
  memberName: z.string(),
  total: z.number(),
  doneTotal: z.number(),
  isDone: z.boolean(),
})
export type BulkStatus = z.infer<typeof BulkStatus>

/** One's own; 0 for the latest, if it is still under way or has just ended. */
export const GetBulk = z.object({ dealerId, bulkId: OptionalId })

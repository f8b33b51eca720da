import { z } from 'zod'
import { dealerId, halfFilled, idList, lines, OptionalId } from '../kernel/wire.ts'
import { bulkActions, bulkMost } from './bulk.rules.ts'
import { CustomerListQuery } from './list.schema.ts'
import { Tags } from './tags.ts'

/** Bulk actions on customers (docs/product/customer.md). */

const bulkFields = z.object({
  dealerId,
  action: z.enum(bulkActions, '请选择操作'),
  customerIds: idList(bulkMost).default([]),
  /** Selects all customers of the list with these filters on every page, instead of ids. The server evaluates it again. */
  filter: CustomerListQuery.optional(),
  /** For a reassignment: the new owner and the remark. */
  memberId: OptionalId,
  remark: lines(500),
  /** Tags to add to those of each customer, and tags to remove; space-separated. */
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

/** The first 200 customers left out, each with its reason. One that the member does not see has no name and id 0. */
export const BulkAnswer = z.object({
  successTotal: z.number(),
  failTotal: z.number(),
  failures: z.array(z.object({ customerId: z.number(), name: z.string(), reason: z.string() })),
  /** Undoes the action, for a minute; 0 if no customer was changed. */
  undoId: z.number(),
})
export type BulkAnswer = z.infer<typeof BulkAnswer>

export const BulkStatus = BulkAnswer.extend({
  /** 0 if the call itself processed all customers. */
  bulkId: z.number(),
  action: z.enum(bulkActions),
  /** New owner of a reassignment. */
  memberName: z.string(),
  total: z.number(),
  doneTotal: z.number(),
  isDone: z.boolean(),
})
export type BulkStatus = z.infer<typeof BulkStatus>

/** One of the member's bulk actions; 0 for the latest, if it is running or has just finished. */
export const GetBulk = z.object({ dealerId, bulkId: OptionalId })

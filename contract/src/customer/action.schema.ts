import { z } from 'zod'
import { codeOf } from '../base/codes.ts'
import { happenedAt, plannedAt, PlannedAt } from '../kernel/dates.ts'
import {
  dealerId,
  halfFilled,
  Id,
  idList,
  lines,
  oneOf,
  OptionalId,
  requiredLines,
  text,
} from '../kernel/wire.ts'
import { hourFields, NextActivityType } from './appointment.fields.ts'
import { reportHourProblems } from './appointment.rules.ts'
import { Tags } from './tags.ts'
import { activityType, defeatBranch, maxSeries } from './customer.rules.ts'
import { followLevels } from './level.rules.ts'

/** Actions on one customer. A given `dealId` must still be the current deal, so that actions from an outdated page are refused. */

const customer = { dealerId, customerId: Id }
const onDeal = { ...customer, dealId: OptionalId }
const Manager = z.number('请选择客户经理').int().min(1, '请选择客户经理').max(Number.MAX_SAFE_INTEGER)

/** Every action returns the file's new version. */
export const ActionAnswer = z.object({ rowVersion: z.number() })
/** `undoId` undoes the action, for a minute; 0 if it cannot be undone. */
export const UndoableAnswer = ActionAnswer.extend({ undoId: z.number() })

/** Also returns the new owner's name. */
export const ReassignAnswer = UndoableAnswer.extend({ ownerName: z.string() })

export const Annotate = z.object({ ...onDeal, remark: requiredLines('请输入批注内容', 500) })
export type Annotate = z.output<typeof Annotate>

/** Lists the colleagues whom a note of the customer may mention. */
export const ListMentionable = z.object({ dealerId, customerId: Id })
export type ListMentionable = z.output<typeof ListMentionable>
export const MentionableAnswer = z.object({
  data: z.array(z.object({ memberId: z.number(), name: z.string(), role: z.number() })),
})

/** Marks whether the customer receives texts. */
export const MarkSms = z.object({ ...onDeal, noSms: z.boolean() })
export type MarkSms = z.output<typeof MarkSms>

/** Default days of dormancy when a customer is suspended by this action. */
export const pauseDays = 7
/** Makes a customer dormant. */
export const Pause = z.object({
  ...onDeal,
  resumeDuration: codeOf('resumeDurations', z.number().int().min(1).max(365), '请选择自动唤醒时间').default(
    pauseDays,
  ),
})
export type Pause = z.output<typeof Pause>
export const Resume = z.object(onDeal)
export type Resume = z.output<typeof Resume>

export const Reassign = z.object({ ...onDeal, memberId: Manager, remark: lines(500) })
export type Reassign = z.output<typeof Reassign>

/** Maximum of customers in one batch. */
const maxBatch = 500
export const BatchReassign = z.object({
  dealerId,
  customerIds: idList(maxBatch, '请选择再分配客户').refine((ids) => ids.length > 0, '请选择再分配客户'),
  memberId: Manager,
  remark: lines(500),
})
export type BatchReassign = z.output<typeof BatchReassign>
const failFields = z.object({
  ...onDeal,
  failReason: codeOf(
    'failReasons',
    z.number('请选择战败原因').int().min(1, '请选择战败原因').max(999),
    '请选择战败原因',
  ),
  failSubReason: codeOf('failSubReasons', z.number().int().min(0).max(999), '请选择战败次原因').default(0),
  failDealerName: text(100),
  failSeriesId: codeOf('competitorSeries', OptionalId, '竞品车系不存在，请重新选择'),
  /** Codes of failPurchaseReasons, comma-joined. */
  failPurchaseReason: codeOf('failPurchaseReasons', idList(20)).default([]),
  failProvince: text(50),
  failCity: text(50),
  remark: requiredLines('请输入备注', 1000),
})
export const Fail = failFields.superRefine((value: Partial<z.output<typeof failFields>>, context) => {
  if (!value.failReason) return
  const branch = defeatBranch(value.failReason, value.failSubReason)
  if (branch.subReason && !value.failSubReason)
    context.addIssue({ code: 'custom', path: ['failSubReason'], message: '请选择战败次原因' })
  if (branch.city && !(value.failProvince && value.failCity))
    context.addIssue({ code: 'custom', path: ['failCity'], message: '请选择意向购车城市' })
}, halfFilled)
export type Fail = z.output<typeof Fail>

const reviveFields = z.object({
  ...onDeal,
  level: z.enum(followLevels, '请选择级别').default('N'),
  memberId: Manager,
  specIds: codeOf(
    'series',
    idList(maxSeries, '请选择意向车型').refine((ids) => ids.length > 0, '请选择意向车型'),
    '请选择意向车型',
  ),
  nextActivityType: NextActivityType.default(1),
  nextDate: plannedAt('请选择跟进日期'),
  nextTestSpecId: codeOf('series', OptionalId, '请选择试驾车系'),
  ...hourFields,
  remark: requiredLines('请输入备注', 1000),
  /** A revival completes no activity and has no pictures; these fields of a follow-up are accepted and ignored. */
  completedActivityType: z.literal(activityType.call).default(activityType.call),
  images1: text(1000),
  images2: text(1000),
  images3: text(1000),
})
export const Revive = reviveFields.superRefine((value: Partial<z.output<typeof reviveFields>>, context) => {
  const problem = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  if (value.nextActivityType === activityType.testDrive && !value.nextTestSpecId)
    problem('nextTestSpecId', '请选择试驾车系')
  reportHourProblems(value, problem)
}, halfFilled)
export type Revive = z.output<typeof Revive>

export const InformCome = z.object(customer)
export type InformCome = z.output<typeof InformCome>

/** The customer's own tags, space-separated. */
export const UpdateTag = z.object({
  ...customer,
  tag: Tags,
  /** Tags when the form was opened: changes made by others since then are kept. If missing, `tag` replaces all tags. */
  original: z.string().max(1000).optional(),
})
export type UpdateTag = z.output<typeof UpdateTag>

const recallFields = z.object({
  ...onDeal,
  /** The planned visit on screen, which must still be open; 0 accepts any. */
  activityId: OptionalId,
  completedDate: happenedAt('请选择回访日期'),
  /** 1 contacted, 2 not reached. */
  contactStatus: oneOf([1, 2], '请选择联系状态'),
  remark: requiredLines('请输入备注', 1000),
  /** Plans another return visit on `nextDate`. */
  nextRecall: z.boolean().default(false),
  /** The visit was for the birthday. */
  birthdayRecall: z.boolean().default(false),
  nextDate: PlannedAt,
})
/** A return visit after the delivery; completes the planned one. */
export const Recall = recallFields.refine(
  (value: Partial<z.output<typeof recallFields>>) => !value.nextRecall || Boolean(value.nextDate),
  { path: ['nextDate'], message: '请选择跟进日期', ...halfFilled },
)
export type Recall = z.output<typeof Recall>

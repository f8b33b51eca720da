import { z } from 'zod'
import { codeOf } from '../base/codes.ts'
import { PlannedAt } from '../kernel/dates.ts'
import { dealerId, halfFilled, Id, idList, OptionalId, requiredLines, text } from '../kernel/wire.ts'
import { hourFields } from './appointment.fields.ts'
import { reportHourProblems } from './appointment.rules.ts'
import {
  activityType,
  communicationTypes,
  defeatBranch,
  followEvent,
  maxSeries,
  nextActivityTypes,
  offersContact,
} from './customer.rules.ts'
import { isFollowLevel, levels } from './level.rules.ts'

/** Request to complete a follow-up. */

const missingType = '请选择下次跟进方式'
const optionalType = codeOf(
  'activityNextFollowTypes',
  z.union([z.literal(0), z.literal(nextActivityTypes)], missingType),
  missingType,
).default(0)

const fields = z.object({
  dealerId,
  customerId: Id,
  dealId: Id,
  /** The open activity that this completes; 0 for an unplanned follow-up. */
  activityId: OptionalId,
  completedActivityType: z.literal([1, 2, 3, 8, 14, 15], '请选择跟进方式'),
  /** 沟通方式 of a communication. */
  contactType: codeOf('contactTypes', z.number().int().min(0).max(99), '请选择沟通方式').default(0),
  level: z.enum(levels, '请选择级别'),
  specIds: codeOf(
    'series',
    idList(maxSeries, '请选择意向车型').refine((ids) => ids.length > 0, '请选择意向车型'),
    '请选择意向车型',
  ),
  /** If missing, the competitors stay unchanged. */
  competitionSerieses: codeOf('competitorSeries', idList(maxSeries), '竞品车系不存在，请重新选择').optional(),
  /** Test drive: 1 satisfied, 2 average, 3 not satisfied. */
  testResult: codeOf('testResults', z.number().int().min(0).max(3)).default(0),
  testSpecId: codeOf('series', OptionalId, '请选择试驾车系'),
  /** The driven car; 0 if unknown. */
  testCarId: OptionalId,
  /** Length of the drive; 0 if unknown. */
  testMinutes: z
    .number('请输入试驾时长')
    .int('请输入整分钟')
    .min(0, '试驾时长不能小于0分钟')
    .max(1440, '试驾时长不能超过24小时')
    .default(0),
  nextActivityType: optionalType,
  nextDate: PlannedAt,
  nextTestSpecId: codeOf('series', OptionalId, '请选择试驾车系'),
  ...hourFields,
  remark: requiredLines('请输入备注', 1000),
  /** Length of the visit, a code of comeDurations. */
  comeDuration: codeOf('comeDurations', z.number().int().min(0).max(99), '请选择到店时长').default(0),
  /** Makes the customer dormant instead of planning a next follow-up; ignored in a defeat request. */
  isSuspend: z.boolean().default(false),
  event: codeOf('followEvents', z.number().int().min(0).max(5), '请选择发生事件').default(0),
  /** Yuan. */
  quote: z
    .number()
    .min(0, '报价不能小于0')
    .max(99_999_999, '报价不能大于99999999')
    .multipleOf(0.01, '最多两位小数')
    .default(0),
  reserveComeDate: PlannedAt,
  failReason: codeOf('failReasons', z.number().int().min(0).max(999), '请选择战败原因').default(0),
  failSubReason: codeOf('failSubReasons', z.number().int().min(0).max(999), '请选择战败次原因').default(0),
  failDealerName: text(100),
  failSeriesId: codeOf('competitorSeries', OptionalId, '竞品车系不存在，请重新选择'),
  /** Codes of failPurchaseReasons, comma-joined. */
  failPurchaseReason: codeOf('failPurchaseReasons', idList(20)).default([]),
  failProvince: text(50),
  failCity: text(50),
  /** Days until the customer wakes automatically. */
  resumeDuration: codeOf('resumeDurations', z.number().int().min(0).max(365), '请选择自动唤醒时间').default(
    0,
  ),
  home: text(100),
})
type Fields = z.output<typeof fields>

/** Rules across fields. They also run while single fields are invalid, so they accept partial data. */
export const Follow = fields.superRefine((value: Partial<Fields>, context) => {
  const problem = (path: keyof Fields, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  const type = value.completedActivityType ?? 0
  if (communicationTypes.includes(type)) {
    if (!value.contactType || !offersContact(type, value.contactType))
      problem('contactType', '请选择沟通方式')
    if (!value.event) problem('event', '请选择发生事件')
    if (value.event === followEvent.quote && !value.quote) problem('quote', '请输入报价金额')
    if (isInvitation(value.event) && !value.reserveComeDate) problem('reserveComeDate', '请选择预约到店时间')
  }
  if (type === activityType.visit && !value.comeDuration) problem('comeDuration', '请选择到店时长')
  if (type === activityType.testDrive && !value.testSpecId) problem('testSpecId', '请选择试驾车系')
  if (value.level === 'F') defeatProblems(value, problem)
  else if (value.isSuspend) {
    if (!value.resumeDuration) problem('resumeDuration', '请选择自动唤醒时间')
  } else nextProblems(value, problem)
}, halfFilled)
export type Follow = z.output<typeof Follow>
export type FollowInput = z.input<typeof Follow>

export const isInvitation = (event?: number): boolean =>
  event === followEvent.inviteVisit || event === followEvent.inviteTestDrive

interface Invitation {
  readonly completedActivityType?: number | undefined
  readonly event?: number | undefined
}

/** Whether a communication invites the customer, which reserves an arrival. */
export const isInvited = ({ completedActivityType, event }: Invitation): boolean =>
  communicationTypes.includes(completedActivityType ?? 0) && isInvitation(event)

/** Returns the arrival reserved by an invitation; 0 if the form holds it only from an earlier choice. */
export const reservedArrival = (
  value: Invitation & { readonly reserveComeDate?: number | undefined },
): number => (isInvited(value) ? (value.reserveComeDate ?? 0) : 0)

type Report = (path: keyof Fields, message: string) => void

function defeatProblems(value: Partial<Fields>, problem: Report): void {
  const reason = value.failReason ?? 0
  if (!reason) return problem('failReason', '请选择战败原因')
  const branch = defeatBranch(reason, value.failSubReason)
  if (branch.subReason && !value.failSubReason) problem('failSubReason', '请选择战败次原因')
  if (branch.city && !(value.failProvince && value.failCity)) problem('failCity', '请选择意向购车城市')
}

function nextProblems(value: Partial<Fields>, problem: Report): void {
  const { nextActivityType: type = 0 } = value
  const date = reservedArrival(value) || value.nextDate
  const needed = value.level !== undefined && isFollowLevel(value.level)
  if (type && !date) problem('nextDate', '下次跟进不为空，请选择跟进日期')
  else if (date && !type) problem('nextActivityType', '跟进日期不为空，请选择下次跟进方式')
  else if (needed && !type) {
    problem('nextActivityType', '请选择下次跟进')
    problem('nextDate', '请选择跟进日期')
  }
  if (type === activityType.testDrive && !value.nextTestSpecId) problem('nextTestSpecId', '请选择试驾车系')
  reportHourProblems(value, problem)
}

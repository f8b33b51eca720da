import { z } from 'zod'
import { codeOf } from '../base/codes.ts'
import { isResidentId } from '../customer/customer.rules.ts'
import { moduleNames } from '../kernel/call.ts'
import { cleanCode, cleanGroups } from '../kernel/clean.ts'
import { isMasked } from '../kernel/masked.ts'
import { Mobile, MobileOrMasked } from '../kernel/mobile.ts'
import { PlainName } from '../kernel/text.ts'
import { code, dealerId, halfFilled, Id, idList, OptionalId, text, wordList } from '../kernel/wire.ts'
import { withoutNumber } from '../kernel/numberless.ts'

/** Requests for adding and changing members. */

/** Minimum seconds between two members added by one person. */
export const addThrottleSeconds = 2

/** A resident identity number: 18 characters with a valid check digit, or the older 15. */
const IdentifyNo = z
  .string('请输入身份证号码')
  .overwrite(cleanGroups)
  .min(1, '请输入身份证号码')
  .refine((value) => value === '' || isResidentId(value), '身份证号码格式不正确')

const MemberName = PlainName('请输入成员姓名')

const who = { name: MemberName, mobile: Mobile('请输入手机号'), identifyNo: IdentifyNo }

/** Binds a member to a WeCom user by the 账号 of its address book, the userid. */
export const MemberBindWecom = z.object({
  dealerId,
  memberId: Id,
  userId: z
    .string('请输入企业微信账号')
    .overwrite(cleanCode)
    .min(1, '请输入企业微信账号')
    .regex(/^[\w.@-]{1,64}$/, '企业微信账号只能含字母、数字和 . _ - @，最长64位'),
})

export const MemberVerify = z.object({ dealerId, ...who })
export const MemberVerifyAnswer = z.object({
  /** The personnel system knows the person with all given data. */
  isAll: z.boolean(),
  /** Personnel accounts with their positions, 'account/position'. */
  siebelIds: z.array(z.string()),
})
export type MemberVerifyAnswer = z.infer<typeof MemberVerifyAnswer>

const Role = codeOf(
  'dealerMemberRoles',
  z.number('请选择岗位').int().min(1, '请选择岗位').max(99),
  '请选择岗位',
)
const Modules = wordList(moduleNames.length).refine(
  (names) => names.every((name) => (moduleNames as readonly string[]).includes(name)),
  '权限不存在，请刷新后重试',
)

const seat = {
  role: Role,
  /** Personnel account and position. */
  siebelId: withoutNumber(code(50)),
  siebelPosition: withoutNumber(text(50)),
  modules: Modules.default([]),
  topUserId: OptionalId,
  downUserIds: idList(500).default([]),
}

export const MemberAdd = z.object({ dealerId, ...who, ...seat })
export type MemberAdd = z.output<typeof MemberAdd>

/** Fields of an edit with their rules. */
export const EditableMember = z.object({
  name: MemberName,
  /** Masked if unchanged. */
  mobile: MobileOrMasked('请输入手机号'),
  ...seat,
  /** 0 normal, -1 frozen; if missing, unchanged. */
  status: z.literal([0, -1], '状态不正确').optional(),
})

export const MemberUpdate = EditableMember.extend({
  dealerId,
  memberId: Id,
  /** Version and values of the member when the form was opened: a field that both changed is a conflict (code 409). */
  rowVersion: z.number().int().min(1).optional(),
  original: z.record(z.string().max(40), z.unknown()).optional(),
  /**
   * With a new mobile: another person works under it (换人) instead of the same one (本人换号). If missing, another person, because that
   * leaves nothing of one person to the other.
   */
  isNewPerson: z.boolean('请选择本人换号或换人').optional(),
})
/** The form of an edit, which asks who works under a new mobile. */
export const MemberUpdateForm = MemberUpdate.superRefine(
  ({ mobile, isNewPerson }: Partial<MemberUpdate>, context) => {
    if (mobile && !isMasked(mobile) && isNewPerson === undefined)
      context.addIssue({ code: 'custom', path: ['isNewPerson'], message: '请选择本人换号或换人' })
  },
  halfFilled,
)
export type MemberUpdate = z.output<typeof MemberUpdate>

/** Initial values of a member's form, in the shape that it sends back. */
export const MemberValues = z.object({
  name: z.string(),
  mobile: z.string(),
  role: z.number(),
  siebelId: z.string(),
  siebelPosition: z.string(),
  modules: z.string(),
  topUserId: z.number(),
  downUserIds: z.string(),
  status: z.number(),
})
export type MemberValues = z.infer<typeof MemberValues>

/** Data of a refusal with code 409: the current member, and the fields that both changed. */
export const MemberConflict = z.object({
  rowVersion: z.number(),
  current: MemberValues,
  conflicts: z.array(z.string()),
})

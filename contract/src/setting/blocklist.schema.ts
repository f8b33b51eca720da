import { z } from 'zod'
import { isResidentId } from '../customer/customer.rules.ts'
import { cleanGroups } from '../kernel/clean.ts'
import { OptionalMobile } from '../kernel/mobile.ts'
import { dealerId, halfFilled, Id, page, required, text } from '../kernel/wire.ts'

/** The store's own blocklist (blc名单). The manufacturer's applies to all stores and cannot be changed by them. */

export const blockedImportMaxRows = 2_000

const missingNumber = '请输入手机号或身份证号码'
const Contact = required('请输入联系人', 40)

export const Blocked = z.object({
  id: z.number(),
  name: z.string(),
  /** Masked, like the identity number. */
  mobile: z.string(),
  identifyNo: z.string(),
  /** People to call about the entry. */
  contacts: z.array(z.string()),
  userName: z.string(),
  createdAt: z.number(),
})
export type Blocked = z.infer<typeof Blocked>

export const BlockedList = z.object({ dealerId, ...page })

/** Blocks a mobile, an identity number, or both, with the people to call. */
export const AddBlocked = z
  .object({
    dealerId,
    name: text(30),
    mobile: OptionalMobile,
    identifyNo: z
      .string()
      .overwrite(cleanGroups)
      .refine((no) => no === '' || isResidentId(no), '请输入正确的身份证号码')
      .default(''),
    contacts: z.array(Contact, '请输入联系人').min(1, '请输入联系人').max(5, '最多填写5位联系人'),
  })
  .refine(({ mobile, identifyNo }) => Boolean(mobile) || Boolean(identifyNo), {
    path: ['mobile'],
    message: missingNumber,
    ...halfFilled,
  })

export const RemoveBlocked = z.object({ dealerId, id: Id })

/** `file`: object key of an uploaded workbook with the template's columns. */
export const ImportBlocked = z.object({ dealerId, file: required('请选择导入文件', 300) })
export const ImportBlockedAnswer = z.object({
  successTotal: z.number(),
  /** Already on the list, or repeated in the sheet. */
  duplicateTotal: z.number(),
  failTotal: z.number(),
  /** The first 50 errors, with the row number in the sheet. */
  errors: z.array(z.object({ row: z.number(), text: z.string() })),
})
export type ImportBlockedAnswer = z.infer<typeof ImportBlockedAnswer>

/** Columns of the sheet, in any order; contacts are separated by 、 or a comma. */
export const blockedColumns = ['姓名', '手机号', '身份证号码', '联系人'] as const

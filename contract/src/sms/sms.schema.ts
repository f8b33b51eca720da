import { z } from 'zod'
import { trimmed } from '../kernel/text.ts'
import { dealerId, Id, OptionalId, required } from '../kernel/wire.ts'
import { contentMax, subjectMax, unknownPlaceholders } from './sms.rules.ts'

/** Templates of text messages, and what is sent by them. */

const subject = required('请输入模板名称', subjectMax)
const content = z
  .string('请输入短信内容')
  .transform(trimmed)
  .pipe(
    z
      .string()
      .min(1, '请输入短信内容')
      .max(contentMax, `不能超过${contentMax}个字`)
      .superRefine((text, context) => {
        const unknown = unknownPlaceholders(text)
        if (unknown.length > 0)
          context.addIssue({ code: 'custom', message: `没有这样的占位符：${unknown.join('、')}` })
      }),
  )

export const AddTemplate = z.object({ dealerId, subject, content })
export const UpdateTemplate = z.object({ dealerId, id: Id, subject, content })
export const DeleteTemplate = z.object({ dealerId, id: Id })

export const SmsTemplate = z.object({
  id: z.number(),
  subject: z.string(),
  content: z.string(),
  userName: z.string(),
  updatedAt: z.number(),
})
export type SmsTemplate = z.infer<typeof SmsTemplate>

/** `customerId` 0: the customer whose file the caller made last. */
export const PreviewSms = z.object({ dealerId, content, customerId: OptionalId })
export const SmsPreview = z.object({
  /** As it will read, numbers masked; the length is that of the real one. */
  content: z.string(),
  length: z.number(),
  parts: z.number(),
  /** Whose; empty where there is no customer to show it with. */
  customerName: z.string(),
})
export type SmsPreview = z.infer<typeof SmsPreview>

export const SendSms = z.object({
  dealerId,
  customerId: Id,
  templateId: z.number('请选择短信模板').int().min(1, '请选择短信模板').max(Number.MAX_SAFE_INTEGER),
})

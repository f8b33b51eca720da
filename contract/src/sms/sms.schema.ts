import { z } from 'zod'
import { dealerId, Id, OptionalId, required, requiredLines } from '../kernel/wire.ts'
import { contentMax, subjectMax, unknownPlaceholders } from './sms.rules.ts'

/** Text message templates, and requests that use them. */

const subject = required('请输入模板名称', subjectMax)
const content = requiredLines('请输入短信内容', contentMax).superRefine((text, context) => {
  const unknown = unknownPlaceholders(text)
  if (unknown.length > 0)
    context.addIssue({ code: 'custom', message: `没有这样的占位符：${unknown.join('、')}` })
})

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

/** `customerId` 0 previews with the newest customer that the caller sees. */
export const PreviewSms = z.object({ dealerId, content, customerId: OptionalId })
export const SmsPreview = z.object({
  /** The filled-in text with numbers masked. `length` and `parts` count the unmasked text. */
  content: z.string(),
  length: z.number(),
  parts: z.number(),
  /** The customer's name; empty when the preview has no customer. */
  customerName: z.string(),
})
export type SmsPreview = z.infer<typeof SmsPreview>

export const SendSms = z.object({
  dealerId,
  customerId: Id,
  templateId: z.number('请选择短信模板').int().min(1, '请选择短信模板').max(Number.MAX_SAFE_INTEGER),
})

import type { z } from 'zod'

/** For values that no form can send, so the user cannot correct them by typing. */
export const malformed = '提交的内容有误，请检查'
/** For typed values in a field without its own error text. */
export const notRight = '请输入正确的内容'

/** Error text for rules without their own. It replaces Zod's default messages with the product's words. */
export function generalText(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'too_big' && issue.origin === 'string') return `不能超过${issue.maximum}个字`
  if (issue.code === 'too_big' && issue.origin === 'array') return `最多选择${issue.maximum}项`
  if (issue.code === 'too_small' || issue.code === 'too_big' || issue.code === 'invalid_format')
    return notRight
  return issue.code === 'not_multiple_of' ? notRight : malformed
}

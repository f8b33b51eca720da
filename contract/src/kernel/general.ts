import type { z } from 'zod'

/** For what a form cannot send: nobody can put it right by typing. */
export const malformed = '提交的内容有误，请检查'
/** For what somebody typed into a field that has no text of its own. */
export const notRight = '请输入正确的内容'

/** What is shown where a rule has no text of its own: always the product's words, never a library's. */
export function generalText(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'too_big' && issue.origin === 'string') return `不能超过${issue.maximum}个字`
  if (issue.code === 'too_big' && issue.origin === 'array') return `最多选择${issue.maximum}项`
  if (issue.code === 'too_small' || issue.code === 'too_big' || issue.code === 'invalid_format')
    return notRight
  return issue.code === 'not_multiple_of' ? notRight : malformed
}

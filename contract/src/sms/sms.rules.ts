import { addDays, clockText, dayStart } from '../kernel/day.ts'

/** Pure rules of text messages to customers, used by both sides. */

/** Placeholders that a template may contain. The server fills them in for each customer. */
export const placeholders = ['{客户姓名}', '{客户经理}', '{客户经理电话}'] as const
export type Placeholder = (typeof placeholders)[number]

export const contentMax = 500
export const subjectMax = 30

/** Daily limit of messages to one customer, and the hours (Asia/Shanghai) in which no message is sent. */
export const smsPerDay = 3
export const quietFrom = 21
export const quietUntil = 8

/** Unknown placeholders in a text, with their braces. */
export const unknownPlaceholders = (content: string): string[] =>
  [...new Set(content.match(/\{[^{}]*\}/g) ?? [])].filter(
    (one) => !placeholders.some((placeholder) => placeholder === one),
  )

/** Replaces the placeholders of a template by their values. */
export const fillIn = (content: string, values: Readonly<Record<Placeholder, string>>): string =>
  placeholders.reduce((text, one) => text.replaceAll(one, values[one]), content)

/** Length in UTF-16 units, and the number of messages that carriers bill: 70 units fit into one, 67 into each of several. */
export function smsParts(text: string): { readonly length: number; readonly parts: number } {
  const { length } = text
  return { length, parts: length <= 70 ? Math.min(1, length) : Math.ceil(length / 67) }
}

/** When messages may be sent again; undefined while they may. Epoch seconds. */
export function quietEnd(now: number): number | undefined {
  const hour = Number(clockText(now).slice(0, 2))
  if (hour >= quietFrom) return addDays(now, 1) + quietUntil * 3_600
  return hour < quietUntil ? dayStart(now) + quietUntil * 3_600 : undefined
}

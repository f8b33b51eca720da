/** Text messages to customers: pure rules of both sides. */

/** What a template may leave open; filled in by the server for the customer at hand. */
export const placeholders = ['{客户姓名}', '{客户经理}', '{客户经理电话}'] as const
export type Placeholder = (typeof placeholders)[number]

export const contentMax = 500
export const subjectMax = 30

/** Messages to one customer on one day, and the hours of Shanghai in which none goes. */
export const smsPerDay = 3
export const quietFrom = 21
export const quietUntil = 8

/** Placeholders that there are none of, as they stand in the text. */
export const unknownPlaceholders = (content: string): string[] =>
  [...new Set(content.match(/\{[^{}]*\}/g) ?? [])].filter(
    (one) => !placeholders.some((known) => known === one),
  )

/** The text for somebody. */
export const fillIn = (content: string, values: Readonly<Record<Placeholder, string>>): string =>
  placeholders.reduce((text, one) => text.replaceAll(one, values[one]), content)

/** How long it is, and how many messages the carriers count: 70 characters in one, 67 each in several. A character is a UTF-16 unit. */
export function smsParts(text: string): { readonly length: number; readonly parts: number } {
  const { length } = text
  return { length, parts: length <= 70 ? Math.min(1, length) : Math.ceil(length / 67) }
}

/** Whether no message goes at that hour of the day. */
export const isQuiet = (hour: number): boolean => hour >= quietFrom || hour < quietUntil

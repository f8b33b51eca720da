import { activityType } from '../customer/customer.rules.ts'
import { clockText, dayText } from '../kernel/day.ts'

/** Texts to customers about their appointments: the store's templates, and how they are filled in. */

export const textPlaceholders = ['{称呼}', '{门店}', '{时间}', '{事由}', '{链接}'] as const
export type TextPlaceholder = (typeof textPlaceholders)[number]
export type TextValues = Readonly<Record<TextPlaceholder, string>>

/** Texts by event, with the wording that a store has at first. */
export const usualTexts = {
  booked: '{称呼}您好，您已预约{时间}到{门店}{事由}。确认、改时间或取消请点 {链接}',
  moved: '{称呼}您好，您到{门店}{事由}的预约已改为{时间}。确认、改时间或取消请点 {链接}',
  evening: '{称呼}您好，提醒您明天{时间}到{门店}{事由}，期待您光临。改时间或取消请点 {链接}',
} as const
export type TextEvent = keyof typeof usualTexts

export const appointmentTextMax = 200

/** First hour in which the text of the evening before is sent. */
export const eveningFrom = 18

/** The problem of a template; undefined if it has none. A text without hour or link would leave the customer with questions. */
export function textProblem(content: string): string | undefined {
  const placeholders: readonly string[] = textPlaceholders
  const unknown = (content.match(/\{[^{}]*\}/g) ?? []).filter((one) => !placeholders.includes(one))
  if (unknown.length > 0) return `没有这样的占位符：${[...new Set(unknown)].join('、')}`
  const missing = (['{时间}', '{链接}'] as const).find((one) => !content.includes(one))
  return missing && `短信内容需包含${missing}`
}

/** Fills a template in. Placeholders within a value stay as they are. */
export const fillText = (content: string, values: TextValues): string =>
  content.replaceAll(/\{[^{}]*\}/g, (one) => values[one as TextPlaceholder] ?? one)

/** `11月28日`. */
export function dateText(seconds: number): string {
  const [, month, day] = dayText(seconds).split('-').map(Number)
  return `${month}月${day}日`
}

/** `11月28日10:00`. */
export const whenText = (seconds: number): string => `${dateText(seconds)}${clockText(seconds)}`

/** The reason of a visit as a customer reads it. */
export const reasonText = (type: number, seriesName: string): string =>
  type === activityType.testDrive ? `试驾${seriesName}` : '看车'

/** Surname and 先生 or 女士, by the gender of the file. */
export const addressed = (surname: string, gender: number): string =>
  `${surname}${gender === 2 ? '女士' : '先生'}`

/** A link as long as real ones, for the preview. */
export const sampleLink = (origin: string): string => `${origin || 'https://…'}/a/1-${'x'.repeat(22)}`

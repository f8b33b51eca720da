import { moneyText, yuanOf } from '@showroom/contract/kernel/money'

/** Timeline texts about orders. */

export interface ChangedLine {
  readonly seriesName: string
  readonly modelName: string
  readonly color: string
  readonly quantity: number
  readonly priceFen: number
}

export const yuanText = (fen: number): string => moneyText(yuanOf(fen))

export const lineText = ({ seriesName, modelName, color, quantity, priceFen }: ChangedLine): string =>
  `${seriesName} ${modelName}（${color}）${quantity}台，成交价${yuanText(priceFen)}`

/** Number of lines that a sentence names; it counts the rest. */
const mostShown = 5

export const vehiclesText = (lines: readonly ChangedLine[]): string =>
  lines.slice(0, mostShown).map(lineText).join('、') + (lines.length > mostShown ? `等${lines.length}项` : '')

export const payText = (payType: number): string => (payType === 1 ? '全款' : '按揭')

/** Joins the parts that are present. */
export const sentence = (...parts: readonly (string | false | null)[]): string =>
  parts.filter(Boolean).join('；')

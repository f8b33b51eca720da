import { cleanCode } from './clean.ts'

/** Money is yuan with at most two decimals on the wire and whole fen inside: sums of yuan as floats are not exact. */
export const fenOf = (yuan: number): number => Math.round(yuan * 100)
export const yuanOf = (fen: number): number => fen / 100

/** Formats by their number of decimals. Making one takes milliseconds, so pages without amounts make none. */
const formats = new Map<number, Intl.NumberFormat>()

function formatOf(decimals: 0 | 2): Intl.NumberFormat {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const format = formats.get(decimals) ?? new Intl.NumberFormat('zh-CN', digits)
  formats.set(decimals, format)
  return format
}

/** `10,000元`, or `10,000.50元`: the format of every amount in yuan that is shown. */
export const moneyText = (yuan: number): string =>
  `${formatOf(Number.isInteger(yuan) ? 0 : 2).format(yuan)}元`

/** An amount as people write it: 129,800, ¥129800, 12.98万. */
const written = /^(?:¥|rmb|人民币)?(\d+(?:\.\d*)?|\.\d+)(万|w)?(?:元|块)?整?$/i

/** Reads an amount in yuan; undefined if the text is none. Fractions of a fen stay, for a field's rule to report. */
export function readYuan(text: string): number | undefined {
  const [, amount, unit] = written.exec(cleanCode(text).replaceAll(/[,，]/g, '')) ?? []
  if (amount === undefined) return undefined
  return unit ? Math.round(Number(amount) * 1_000_000) / 100 : Number(amount)
}

/** Yuan below which a car's price was probably meant in 万. 0 is a price, too. */
export const leastPrice = 10_000
export const isUnlikelyPrice = (yuan: number): boolean => yuan > 0 && yuan < leastPrice

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

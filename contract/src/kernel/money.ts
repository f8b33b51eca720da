const whole = new Intl.NumberFormat('zh-CN')
const exact = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `10,000元`, or `10,000.50元`: the format of every amount in yuan that is shown. */
export const moneyText = (yuan: number): string =>
  `${(Number.isInteger(yuan) ? whole : exact).format(yuan)}元`

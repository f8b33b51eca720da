import { chartColors } from './chartData'

/** Colours and sizes at the chart's place, read from its computed style: light, dark, or the wall's own. */
export interface Look {
  readonly colors: readonly string[]
  readonly text: string
  readonly quiet: string
  readonly border: string
  readonly raised: string
  readonly fontFamily: string
  readonly fontSize: number
}

export function lookOf(host: HTMLElement): Look {
  const style = getComputedStyle(host)
  const token = (name: string): string => style.getPropertyValue(`--sr-${name}`).trim()
  return {
    colors: Array.from({ length: chartColors }, (_, at) => token(`chart-${at + 1}`)),
    text: token('text'),
    quiet: token('text-secondary'),
    border: token('border'),
    raised: token('surface-raised'),
    fontFamily: style.fontFamily,
    fontSize: Number.parseFloat(style.fontSize),
  }
}

/** Converts the look to a theme of the drawing library. */
export function themeOf({ colors, text, quiet, border, raised, fontFamily, fontSize }: Look) {
  const words = { color: quiet, fontFamily, fontSize }
  const axis = {
    axisLine: { lineStyle: { color: border } },
    axisTick: { show: false },
    axisLabel: words,
    splitLine: { lineStyle: { color: border } },
  }
  return {
    color: colors,
    backgroundColor: 'transparent',
    textStyle: { ...words, color: text },
    categoryAxis: axis,
    valueAxis: { ...axis, axisLine: { show: false } },
    tooltip: {
      backgroundColor: raised,
      borderColor: border,
      padding: [8, 12],
      textStyle: { ...words, color: text },
      axisPointer: { lineStyle: { color: quiet }, shadowStyle: { color: border, opacity: 0.4 } },
    },
    line: { lineStyle: { width: fontSize / 6 }, symbolSize: fontSize / 2 },
    bar: { label: { ...words, color: text } },
  }
}

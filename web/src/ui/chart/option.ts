import type { EChartsCoreOption } from 'echarts/core'
import { type ChartData, chartNumber, markOf, needsPattern } from './chartData'

/**
 * A chart's options for the drawing library: no animation, and text drawn instead of rendered as HTML. Colours and
 * sizes come from the theme.
 */
export function optionOf(data: ChartData, hidden: ReadonlySet<string> = new Set()): EChartsCoreOption {
  return {
    animation: false,
    aria: { enabled: true, label: { enabled: false }, decal: { show: needsPattern(data) } },
    tooltip: {
      // Tooltips are drawn: names of customers and stores would have to be escaped in HTML.
      renderMode: 'richText',
      confine: true,
      valueFormatter: (value: unknown) => chartNumber(value as number | null),
      trigger: 'axis',
      axisPointer: { type: data.kind === 'line' ? 'line' : 'shadow' },
    },
    ...axesOf(data),
    series: seriesOf(data, hidden),
  }
}

function axesOf({ kind, points }: ChartData) {
  const grid = {
    left: 8,
    right: kind === 'rows' ? 56 : 24,
    top: 16,
    bottom: 8,
    outerBoundsMode: 'same',
    outerBoundsContain: 'axisLabel',
  }
  const names = { type: 'category', data: points, boundaryGap: kind !== 'line' }
  const values = { type: 'value', minInterval: 1, axisLabel: { formatter: chartNumber } }
  if (kind !== 'rows')
    return {
      grid,
      xAxis: { ...names, axisLabel: { hideOverlap: true, ...(kind === 'bar' && { interval: 0 }) } },
      yAxis: values,
    }
  return {
    grid,
    xAxis: { ...values, show: false },
    yAxis: {
      ...names,
      inverse: true,
      axisLine: { show: false },
      axisLabel: { width: 120, overflow: 'truncate' },
    },
  }
}

function seriesOf(data: ChartData, hidden: ReadonlySet<string>) {
  return data.lines.map(({ name, values }, at) => ({
    name,
    colorBy: 'series',
    // A hidden line stays in the series without data, so that it keeps its place and colour.
    data: hidden.has(name) ? [] : values,
    ...(data.kind === 'line'
      ? { type: 'line', symbol: markOf(at), showSymbol: data.points.length <= 31, connectNulls: false }
      : {
          type: 'bar',
          barMaxWidth: 28,
          label: {
            show: data.kind === 'rows' || data.lines.length === 1,
            position: data.kind === 'rows' ? 'right' : 'top',
            formatter: ({ value }: { value: number | null }) => (value ? chartNumber(value) : ''),
          },
        }),
  }))
}

import type { EChartsCoreOption } from 'echarts/core'
import { type ChartData, chartNumber, markOf, needsPattern } from './chartData'

/** A chart as the drawing library wants it: no motion, words drawn and never made HTML of. Colours and sizes are the theme's. */
export function optionOf(data: ChartData, hidden: ReadonlySet<string> = new Set()): EChartsCoreOption {
  return {
    animation: false,
    aria: { enabled: true, label: { enabled: false }, decal: { show: needsPattern(data) } },
    tooltip: {
      // Names of customers and stores are drawn: as HTML they would have to be made harmless first.
      renderMode: 'richText',
      confine: true,
      valueFormatter: (value: unknown) => chartNumber(value as number | null),
      ...tooltipOf(data),
    },
    ...axesOf(data),
    series: seriesOf(data, hidden),
  }
}

const tooltipOf = ({ kind }: ChartData) => {
  if (kind === 'funnel') return { show: false }
  if (kind === 'pie') return { trigger: 'item' }
  return { trigger: 'axis', axisPointer: { type: kind === 'line' ? 'line' : 'shadow' } }
}

function axesOf({ kind, points }: ChartData) {
  if (kind === 'pie' || kind === 'funnel') return undefined
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
  if (data.kind === 'pie') return [pieOf(data)]
  if (data.kind === 'funnel') return [funnelOf(data)]
  return data.lines.map(({ name, values }, at) => ({
    name,
    colorBy: 'series',
    // A hidden one keeps its place, and by it its colour.
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

function pieOf({ points, lines: [line] }: ChartData) {
  return {
    type: 'pie',
    name: line?.name ?? '',
    radius: ['44%', '72%'],
    minShowLabelAngle: 6,
    label: { formatter: '{b}  {c}（{d}%）', width: 160, overflow: 'truncate' },
    data: points.map((name, at) => ({ name, value: line?.values[at] ?? 0 })),
  }
}

/**
 * A funnel's stages narrow by their order, not by their numbers: 3 orders of 900 leads would be a hair, and areas cannot be compared.
 * The numbers stand beside them.
 */
function funnelOf({ points, lines: [line], texts = [] }: ChartData) {
  return {
    type: 'funnel',
    sort: 'none',
    left: 8,
    width: '46%',
    top: 8,
    bottom: 8,
    gap: 2,
    minSize: '24%',
    label: {
      position: 'right',
      formatter: ({ dataIndex: at }: { dataIndex: number }) =>
        [
          `${points[at] ?? ''}  ${chartNumber(line?.values[at])}`,
          ...texts.map(({ name, values }) => `${name} ${values[at] ?? '--'}`),
        ].join('\n'),
    },
    labelLine: { show: false },
    data: points.map((name, at) => ({ name, value: points.length - at })),
  }
}

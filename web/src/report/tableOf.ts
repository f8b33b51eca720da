import type { ChartData } from '../ui/chart/chartData'

const safe = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const rowOf = (cells: readonly (string | number | null | undefined)[]): string =>
  `<tr>${cells.map((cell) => `<td>${safe(String(cell ?? '--'))}</td>`).join('')}</tr>`

/** A chart's numbers as an HTML table, for export as a workbook. */
export function tableOf({ over, points, lines, texts = [] }: ChartData): string {
  const head = [over, ...lines.map(({ name }) => name), ...texts.map(({ name }) => name)]
  const rows = points.map((point, at) => [
    point,
    ...lines.map(({ values }) => values[at]),
    ...texts.map(({ values }) => values[at]),
  ])
  return `<table>${[head, ...rows].map(rowOf).join('')}</table>`
}

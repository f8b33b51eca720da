import type { ReactNode } from 'react'
import { type ChartData, chartNumber } from './chartData'

/** Renders a number in the table, by its point (row) and line (column). */
export type ShowValue = (value: number | null, point: number, line: number) => ReactNode

interface ChartTableProps {
  data: ChartData
  label: string
  showValue?: ShowValue
}

/** A chart's numbers as a table, including hidden lines. */
export function ChartTable({ data, label, showValue = chartNumber }: ChartTableProps) {
  const { over, points, lines, texts = [] } = data
  return (
    // Focusable, so that a long table can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="sr-chart-scroll" tabIndex={0} role="region" aria-label={label}>
      <table className="sr-chart-table">
        <caption className="sr-visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{over}</th>
            {lines.map(({ name, hint }) => (
              <th key={name} scope="col" className="sr-number" title={hint}>
                {name}
              </th>
            ))}
            {texts.map(({ name }) => (
              <th key={name} scope="col" className="sr-number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point, at) => (
            // Two points may have the same name.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}>
              <th scope="row">{point}</th>
              {lines.map(({ name, values }, line) => (
                <td key={name} className="sr-number">
                  {showValue(values[at] ?? null, at, line)}
                </td>
              ))}
              {texts.map(({ name, values }) => (
                <td key={name} className="sr-number">
                  {values[at] ?? '--'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

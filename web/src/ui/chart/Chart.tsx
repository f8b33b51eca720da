import { Segmented } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import type { ChartData } from './chartData'
import { ChartLegend } from './ChartLegend'
import { ChartTable, type ShowValue } from './ChartTable'
import type { ChartCanvasProps } from './ChartCanvas'
import { lazyDialog } from '../lazyDialog'
import './chart.css'

const ChartCanvas = lazyDialog<ChartCanvasProps>(() =>
  import('./ChartCanvas').then((module) => module.ChartCanvas),
)

interface ChartProps {
  data: ChartData
  /** The chart in one Chinese sentence for screen readers: its content, its period and what is notable. */
  label: string
  /** Title above the chart, at the left. */
  title?: ReactNode
  /** Height of the drawing alone, in pixels or as a CSS length. */
  height?: number | string
  /** Renders a number in the table, for example as a link to its rows. */
  showValue?: ShowValue
  /** Further actions, beside the switch. */
  tools?: ReactNode
}

/** A chart, shown as a drawing or as a table of the same numbers. Loads the drawing library with the first chart. */
export function Chart({ data, label, title, height = 320, showValue, tools }: ChartProps) {
  const [isTable, setTable] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const usual = useMemo(
    () => new Set(data.lines.flatMap(({ name, isHidden }) => (isHidden ? [name] : []))),
    [data.lines],
  )
  const hidden = chosen ?? usual
  return (
    <figure className="sr-chart">
      <div className="sr-chart-head">
        {title && <figcaption className="sr-chart-title">{title}</figcaption>}
        {!isTable && data.lines.length > 1 && (
          <ChartLegend
            lines={data.lines}
            isLine={data.kind === 'line'}
            hidden={hidden}
            onChange={setChosen}
          />
        )}
        <div className="sr-chart-tools">
          <Segmented
            size="small"
            aria-label="显示方式"
            options={['图', '表']}
            value={isTable ? '表' : '图'}
            onChange={(value) => setTable(value === '表')}
          />
          {tools}
        </div>
      </div>
      {isTable ? (
        <ChartTable data={data} label={label} {...(showValue && { showValue })} />
      ) : (
        <div className="sr-chart-place" style={{ height }}>
          <ChartCanvas data={data} hidden={hidden} label={label} />
        </div>
      )}
    </figure>
  )
}

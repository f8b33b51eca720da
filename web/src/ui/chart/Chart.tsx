import { Segmented } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import type { ChartData } from './chartData'
import { ChartLegend } from './ChartLegend'
import { ChartTable, type ShowValue } from './ChartTable'
import { useCanvas } from './useCanvas'
import './chart.css'

interface ChartProps {
  data: ChartData
  /** The chart in one Chinese sentence, for who does not see it: what it shows, of when, and what stands out. */
  label: string
  /** Above it, at the left: the name of what is shown. */
  title?: ReactNode
  /** Pixels, or a CSS length; of the drawing alone. */
  height?: number | string
  /** How a number stands in the table: as a link to its rows, say. */
  showValue?: ShowValue
  /** Beside the switch: what else can be done with the numbers. */
  tools?: ReactNode
}

/** A chart, drawn or as a table of the same numbers. The drawing library comes when the first one is looked at. */
export function Chart({ data, label, title, height = 320, showValue, tools }: ChartProps) {
  const [isTable, setTable] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const usual = useMemo(
    () => new Set(data.lines.flatMap(({ name, isHidden }) => (isHidden ? [name] : []))),
    [data.lines],
  )
  const hidden = chosen ?? usual
  const { Canvas, hasFailed } = useCanvas()
  const asTable = isTable || hasFailed
  return (
    <figure className="sr-chart">
      <div className="sr-chart-head">
        {title && <figcaption className="sr-chart-title">{title}</figcaption>}
        {!asTable && data.lines.length > 1 && (
          <ChartLegend
            lines={data.lines}
            isLine={data.kind === 'line'}
            hidden={hidden}
            onChange={setChosen}
          />
        )}
        <div className="sr-chart-tools">
          {!hasFailed && (
            <Segmented
              size="small"
              aria-label="显示方式"
              options={['图', '表']}
              value={isTable ? '表' : '图'}
              onChange={(value) => setTable(value === '表')}
            />
          )}
          {tools}
        </div>
      </div>
      {asTable ? (
        <ChartTable data={data} label={label} {...(showValue && { showValue })} />
      ) : (
        <div className="sr-chart-place" style={{ height }}>
          {Canvas && <Canvas data={data} hidden={hidden} label={label} />}
        </div>
      )}
    </figure>
  )
}

import { useMemo, useRef } from 'react'
import type { ChartData } from './chartData'
import { optionOf } from './option'
import { useChart } from './useChart'

export interface ChartCanvasProps {
  data: ChartData
  hidden: ReadonlySet<string>
  label: string
}

/** The drawn chart; an image with one sentence for screen readers. */
export function ChartCanvas({ data, hidden, label }: ChartCanvasProps) {
  const host = useRef<HTMLDivElement>(null)
  useChart(
    host,
    useMemo(() => optionOf(data, hidden), [data, hidden]),
  )
  return <div ref={host} className="sr-chart-canvas" role="img" aria-label={label} />
}

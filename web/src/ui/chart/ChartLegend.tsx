import { useState } from 'react'
import { type ChartLine, colorOf, type marks, markOf } from './chartData'

interface ChartLegendProps {
  lines: readonly ChartLine[]
  isLine: boolean
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
}

/**
 * The names of the lines; pressing one hides or shows its line. Lines that are not drawn at first are offered behind
 * 更多指标.
 */
export function ChartLegend({ lines, isLine, hidden, onChange }: ChartLegendProps) {
  const toggle = (name: string): void => {
    const next = new Set(hidden)
    if (!next.delete(name)) next.add(name)
    onChange(next)
  }
  const [isFull, setFull] = useState(false)
  const isOffered = ({ name, isHidden = false }: ChartLine): boolean => isHidden && hidden.has(name)
  const rest = lines.filter(isOffered).length
  return (
    <ul className="sr-chart-legend" aria-label="图例">
      {lines
        .map((line, at) => ({ ...line, at }))
        .filter((line) => isFull || !isOffered(line))
        .map(({ name, hint, at }) => (
          <li key={name}>
            <button
              type="button"
              className="sr-chart-key sr-as-text"
              aria-pressed={!hidden.has(name)}
              title={[hint, hidden.has(name) ? `显示${name}` : `隐藏${name}`].filter(Boolean).join('；点击')}
              onClick={() => toggle(name)}
            >
              <svg
                width="20"
                height="12"
                viewBox="0 0 20 12"
                aria-hidden
                fill={colorOf(at)}
                stroke={colorOf(at)}
              >
                {isLine ? (
                  <>
                    <path d="M0 6h20" strokeWidth="2" />
                    <path d={shapes[markOf(at)]} strokeWidth="0" />
                  </>
                ) : (
                  <rect x="4" width="12" height="12" rx="2" strokeWidth="0" />
                )}
              </svg>
              {name}
            </button>
          </li>
        ))}
      {(isFull || rest > 0) && (
        <li>
          <button
            type="button"
            className="sr-chart-key sr-as-text"
            aria-expanded={isFull}
            onClick={() => setFull(!isFull)}
          >
            {isFull ? '收起' : `更多指标 ${rest}`}
          </button>
        </li>
      )}
    </ul>
  )
}

const shapes: Record<(typeof marks)[number], string> = {
  circle: 'M10 2a4 4 0 1 1 0 8a4 4 0 1 1 0-8z',
  rect: 'M6 2h8v8h-8z',
  triangle: 'M10 1l5 9h-10z',
  diamond: 'M10 1l5 5l-5 5l-5-5z',
}

import './sparkline.css'

const [width, height] = [72, 18]

/** The course of a number over some days, beside the number itself. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values)
  const step = width / Math.max(1, values.length - 1)
  const points = values.map((value, at) => {
    const y = height - 1 - (value / most) * (height - 2)
    return `${(at * step).toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg className="sr-sparkline" viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <polyline points={points.join(' ')} />
    </svg>
  )
}

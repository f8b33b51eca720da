import type { ECharts, EChartsCoreOption } from 'echarts/core'
import { type RefObject, useEffect, useRef } from 'react'
import { init } from './engine'
import { type Look, lookOf, themeOf } from './look'

/** Width of a sheet of paper in pixels; the browser does not report the print width. */
const paperPx = 720

/**
 * Draws a chart into `host` and disposes it on unmount. Follows changes of the option, of the host's size and of its
 * colours (light or dark). Draws at twice the pixel ratio at least, because prints would be blurred otherwise.
 */
export function useChart(host: RefObject<HTMLElement | null>, option: EChartsCoreOption): void {
  const drawn = useRef<ECharts>(null)

  useEffect(() => {
    const { current: element } = host
    if (!element) return undefined
    let look = JSON.stringify(lookOf(element))
    const chart = init(element, themeOf(JSON.parse(look) as Look), {
      devicePixelRatio: Math.max(devicePixelRatio, 2),
    })
    drawn.current = chart
    const dress = (): void => {
      const next = lookOf(element)
      if (JSON.stringify(next) === look) return
      look = JSON.stringify(next)
      chart.setTheme(themeOf(next))
    }
    const fit = (): void => {
      dress()
      chart.resize()
    }
    const sizes = new ResizeObserver(fit)
    sizes.observe(element)
    const modes = new MutationObserver(() => {
      dress()
      // The page is printed right after this, so the change must be drawn now.
      chart.getZr().flush()
    })
    modes.observe(document.documentElement, { attributeFilter: ['data-theme', 'style', 'class'] })
    const print = (): void => {
      chart.resize({ width: Math.min(element.clientWidth, paperPx) })
      chart.getZr().flush()
    }
    addEventListener('beforeprint', print)
    addEventListener('afterprint', fit)
    return () => {
      removeEventListener('beforeprint', print)
      removeEventListener('afterprint', fit)
      sizes.disconnect()
      modes.disconnect()
      drawn.current = null
      chart.dispose()
    }
  }, [host])

  useEffect(() => {
    drawn.current?.setOption(option, { notMerge: true })
  }, [option])
}

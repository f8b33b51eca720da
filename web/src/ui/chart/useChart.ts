import type { ECharts, EChartsCoreOption } from 'echarts/core'
import { type RefObject, useEffect, useRef } from 'react'
import { init } from './engine'
import { type Look, lookOf, themeOf } from './look'

/** As wide as a sheet of paper: print does not tell its width. */
const paperPx = 720

/**
 * Draws into `host`: made once, drawn anew when the option changes, as large as its place, in the colours of its place (light or dark,
 * without being made anew), gone with it. Twice as sharp as the screen asks for, or print would be blurred.
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
      // The sheet is taken right after this.
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

import { type ComponentType, useEffect, useState } from 'react'
import type { ChartCanvasProps } from './ChartCanvas'

let fetched: ComponentType<ChartCanvasProps> | undefined

/** Loads the drawing component ahead of the first chart. */
export const loadCanvas = async (): Promise<ComponentType<ChartCanvasProps>> =>
  (fetched ??= (await import('./ChartCanvas')).ChartCanvas)

/** The drawing component once loaded. If loading fails, charts show the table. */
export function useCanvas() {
  const [Canvas, setCanvas] = useState(() => fetched)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (Canvas) return undefined
    let isWanted = true
    loadCanvas().then(
      (loaded) => isWanted && setCanvas(() => loaded),
      () => isWanted && setFailed(true),
    )
    return () => {
      isWanted = false
    }
  }, [Canvas])
  return { Canvas, hasFailed }
}

import { useState } from 'react'
import { zoomed } from './scale'

/** The image shown, with its zoom, rotation and position. */
export interface View {
  readonly index: number
  readonly scale: number
  /** Degrees, clockwise. */
  readonly turn: number
  /** Offset by dragging, in pixels. */
  readonly x: number
  readonly y: number
}

const whole = { scale: 1, turn: 0, x: 0, y: 0 }

export function useView(start: number, count: number) {
  const [view, setView] = useState<View>({ index: start, ...whole })
  return {
    view,
    move: (dx: number, dy: number): void => setView((old) => ({ ...old, x: old.x + dx, y: old.y + dy })),
    zoom: (direction: 1 | -1): void => setView((old) => ({ ...old, scale: zoomed(old.scale, direction) })),
    turn: (degrees: number): void => setView((old) => ({ ...old, turn: old.turn + degrees })),
    /** Goes to the next or previous image, unzoomed and unrotated. */
    go: (by: 1 | -1): void =>
      setView((old) => {
        const index = old.index + by
        return index >= 0 && index < count ? { index, ...whole } : old
      }),
    reset: (): void => setView(({ index }) => ({ index, ...whole })),
  }
}

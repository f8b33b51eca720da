/** Zoom of the image viewer, in steps of 0.2 down to 0.2. */
const step = 0.2
const minScale = 0.2
export const maxScale = 8

const rounded = (scale: number): number => Math.round(scale * 10) / 10

export const canZoomOut = (scale: number): boolean => scale > minScale
export const canZoomIn = (scale: number): boolean => scale < maxScale

/** One step closer (1) or away (-1). */
export const zoomed = (scale: number, direction: 1 | -1): number =>
  Math.min(maxScale, Math.max(minScale, rounded(scale + direction * step)))

import type { ThemeConfig } from 'antd'
import { useSyncExternalStore } from 'react'
import { wallThemeOf } from './wallTheme'

const subscribe = (changed: () => void): (() => void) => {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}
/** Pixels per rem: the wall's unit, which its style sets by the window's size. */
const readRem = (): number =>
  Math.round(Number.parseFloat(getComputedStyle(document.documentElement).fontSize))

/** The wall's theme for the size of the screen. */
export const useWallTheme = (): ThemeConfig => wallThemeOf(useSyncExternalStore(subscribe, readRem))

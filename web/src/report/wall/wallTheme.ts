import { theme, type ThemeConfig } from 'antd'
import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void): (() => void) => {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}
/** Pixels of a rem: the wall's measure, which its style sets by the window's size. */
const readRem = (): number =>
  Math.round(Number.parseFloat(getComputedStyle(document.documentElement).fontSize))

/** antd's controls in the wall's colours (wall.css says the same), as large as the rest of it. */
export function useWallTheme(): ThemeConfig {
  const rem = useSyncExternalStore(subscribe, readRem)
  return {
    // Nothing of the light theme of the rest.
    inherit: false,
    algorithm: theme.darkAlgorithm,
    token: {
      fontSize: Math.max(13, rem),
      controlHeight: Math.max(28, rem * 2.25),
      colorPrimary: '#1a8ea3',
      colorBgBase: '#04151b',
      colorBgContainer: '#0a2630',
      colorBgElevated: '#12333e',
      colorBorder: '#2c5563',
      colorText: '#e9f4f6',
      colorTextPlaceholder: '#9fb9c1',
      colorTextQuaternary: '#9fb9c1',
      motion: false,
      fontFamily: 'inherit',
    },
    components: {
      Segmented: {
        trackBg: '#12333e',
        itemColor: '#a9c2ca',
        itemSelectedBg: '#0f7285',
        itemSelectedColor: '#ffffff',
      },
    },
  }
}

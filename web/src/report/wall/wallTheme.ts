import { theme, type ThemeConfig } from 'antd'

/** antd's controls in the wall's colours (the same as in wall.css), scaled with the screen by the pixels of a rem. */
export function wallThemeOf(rem: number): ThemeConfig {
  return {
    // Inherits nothing from the light theme of the other pages.
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

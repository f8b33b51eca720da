import { theme as antd, type ThemeConfig } from 'antd'

const fontFamily =
  "'PingFang SC', 'Microsoft YaHei', 'WenQuanYi Micro Hei', system-ui, -apple-system, 'Segoe UI', sans-serif"

const shared = {
  fontFamily,
  fontSize: 14,
  borderRadius: 6,
  borderRadiusLG: 8,
  controlHeight: 32,
  wireframe: false,
  // Dialogs opened fifty times a day should appear at once, without animation.
  motion: false,
} satisfies ThemeConfig['token']

/** Quiet borders instead of shadows: only layers above the page cast one. */
const floatShadow = { light: '0 8px 24px rgb(15 35 43 / 12%)', dark: '0 8px 24px rgb(0 0 0 / 48%)' }

const lightToken = {
  ...shared,
  colorPrimary: '#0b5c6b',
  colorPrimaryHover: '#0a4e5b',
  colorPrimaryActive: '#083f4a',
  colorPrimaryBg: '#e4f1f3',
  colorPrimaryBgHover: '#d3e8eb',
  colorPrimaryBorder: '#9cc7cf',
  colorLink: '#0b5c6b',
  colorLinkHover: '#083f4a',
  colorInfo: '#175cd3',
  colorSuccess: '#1d7440',
  colorSuccessBg: '#e5f4ea',
  colorSuccessBorder: '#a9d8b9',
  colorInfoBg: '#e8f0fd',
  colorInfoBorder: '#b3cdf8',
  colorWarning: '#b36b00',
  colorWarningText: '#8f5a00',
  colorWarningBg: '#fff3d9',
  colorWarningBorder: '#f0cf8e',
  colorError: '#b42318',
  colorErrorBg: '#fdecea',
  colorErrorBorder: '#f3b8b2',
  colorTextBase: '#15242b',
  colorText: '#15242b',
  colorTextSecondary: '#51636c',
  colorTextTertiary: '#5f7078',
  colorTextDescription: '#51636c',
  colorTextPlaceholder: '#5f7078',
  colorBgLayout: '#f4f6f7',
  colorBgContainer: '#ffffff',
  colorBorder: '#c5cfd4',
  colorBorderSecondary: '#e1e7ea',
  colorSplit: '#e1e7ea',
  boxShadow: floatShadow.light,
  boxShadowSecondary: floatShadow.light,
  boxShadowTertiary: 'none',
} satisfies ThemeConfig['token']

const darkToken = {
  ...shared,
  colorPrimary: '#1a7b8d',
  colorPrimaryHover: '#1e8093',
  colorPrimaryActive: '#156a7a',
  colorPrimaryBg: '#12343b',
  colorPrimaryBgHover: '#17424b',
  colorPrimaryBorder: '#1f5c68',
  colorPrimaryText: '#6cc5d4',
  colorPrimaryTextHover: '#8dd6e2',
  colorPrimaryTextActive: '#4fb2c3',
  colorLink: '#6cc5d4',
  colorLinkHover: '#8dd6e2',
  colorLinkActive: '#4fb2c3',
  colorInfo: '#5b93f0',
  colorSuccess: '#4cae6e',
  colorSuccessBg: '#16341f',
  colorSuccessBorder: '#2b6440',
  colorInfoBg: '#182b4a',
  colorInfoBorder: '#2b4a7d',
  colorWarning: '#e0a32e',
  colorWarningBg: '#3a2c10',
  colorWarningBorder: '#6b5220',
  colorWarningText: '#f2b84b',
  colorError: '#ff7a6e',
  colorErrorBg: '#43201d',
  colorErrorBorder: '#7a3833',
  colorErrorText: '#ff8f85',
  colorTextBase: '#e4ecef',
  colorText: '#e4ecef',
  colorTextSecondary: '#a3b4bb',
  colorTextTertiary: '#8b9da5',
  colorTextDescription: '#a3b4bb',
  colorTextPlaceholder: '#8b9da5',
  colorBgBase: '#0e1417',
  colorBgLayout: '#0e1417',
  colorBgContainer: '#151d21',
  colorBgElevated: '#1b252a',
  colorBgSpotlight: '#2f3d44',
  colorBorder: '#3b4b53',
  colorBorderSecondary: '#28353b',
  colorSplit: '#28353b',
  boxShadow: floatShadow.dark,
  boxShadowSecondary: floatShadow.dark,
  boxShadowTertiary: 'none',
} satisfies ThemeConfig['token']

/** Rows of 40 px: 22 px of text and 9 px above and below. */
const table = { cellPaddingBlockMD: 8, cellPaddingBlock: 8, cellPaddingInline: 12, cellPaddingBlockSM: 6 }

/** Controls for a thumb: 44 pixels, small ones too. `touch.css` does the same for our own controls. */
const phone = {
  token: { controlHeight: 44, controlHeightSM: 44, controlHeightLG: 48, controlInteractiveSize: 20 },
  picker: { cellWidth: 44, cellHeight: 44, timeCellHeight: 44, timeColumnWidth: 64 },
} satisfies { token: ThemeConfig['token']; picker: NonNullable<ThemeConfig['components']>['DatePicker'] }

/** antd's tokens for one mode, in a wide window or on a phone. Both modes match app/tokens.css. */
export function themeOf(dark: boolean, narrow = false): ThemeConfig {
  const active = dark ? '#6cc5d4' : '#0b5c6b'
  const headerBg = dark ? '#11181b' : '#f7f9fa'
  const secondary = dark ? '#a3b4bb' : '#51636c'
  return {
    // There is one antd on the page, so its rules need no hash.
    hashed: false,
    algorithm: dark ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: { ...(dark ? darkToken : lightToken), ...(narrow && phone.token) },
    components: {
      ...(narrow && { DatePicker: phone.picker }),
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        defaultHoverColor: active,
        defaultHoverBorderColor: active,
        defaultActiveColor: active,
        defaultActiveBorderColor: active,
        ...(dark && { dangerColor: '#2b0c09' }),
      },
      Table: {
        ...table,
        headerBg,
        headerColor: secondary,
        headerSplitColor: 'transparent',
        rowHoverBg: dark ? '#1a2429' : '#f4f8f9',
      },
      Tabs: {
        itemSelectedColor: active,
        itemHoverColor: active,
        itemActiveColor: active,
        inkBarColor: active,
      },
      Pagination: { itemActiveColor: active, itemActiveColorHover: active },
      Menu: { itemSelectedColor: active, horizontalItemSelectedColor: active },
      // Seen on the page as well as on a panel.
      Segmented: { itemSelectedColor: active, trackBg: dark ? '#0b1013' : '#e9eff1' },
      Descriptions: { labelColor: secondary },
      Form: { labelColor: secondary, itemMarginBottom: 20 },
      Card: { boxShadowTertiary: 'none' },
      Modal: { titleFontSize: 16 },
      Layout: { headerHeight: 56 },
    },
  }
}

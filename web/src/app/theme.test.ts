import { expect, test } from 'vitest'
import { themeOf } from './theme'
import tokens from './tokens.css?raw'

const [light = '', dark = ''] = tokens.split(":root[data-theme='dark']")

function tokensOf(block: string): Map<string, string> {
  return new Map(
    [...block.matchAll(/--sr-([\w-]+):\s*(#[\da-f]{6})/gi)].map(([, name = '', color = '']) => [name, color]),
  )
}
const modes = { light: tokensOf(light), dark: tokensOf(dark) }

/** Relative luminance, WCAG 2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const grounds = ['bg', 'surface', 'surface-raised', 'surface-sunken', 'hover']
const texts = ['text', 'text-secondary', 'primary-text', 'due', 'danger', 'success', 'info']
const pairs: (readonly [string, string])[] = [
  ...texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)),
  ...['bg', 'surface'].map((ground) => ['text-tertiary', ground] as const),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ...['due', 'danger', 'success', 'info'].map((name) => [name, `${name}-soft`] as const),
  ['primary-text', 'primary-soft'],
  ...['N', 'H', 'A', 'B', 'C', 'O', 'D', 'F'].map(
    (level) => [`level-${level}-fg`, `level-${level}-bg`] as const,
  ),
]

test.each(['light', 'dark'] as const)('text is readable on its background, %s', (mode) => {
  const color = (name: string): string => {
    const value = modes[mode].get(name)
    if (!value) throw new Error(`--sr-${name} is missing`)
    return value
  }
  const weak = pairs
    .map(([text, ground]) => ({ pair: `${text} on ${ground}`, ratio: contrast(color(text), color(ground)) }))
    .filter(({ ratio }) => ratio < 4.5)
  expect(weak).toEqual([])
})

test.each(['light', 'dark'] as const)("a chart's colours stand out from its background, %s", (mode) => {
  const colors = [...modes[mode]].filter(([name]) => name.startsWith('chart-'))
  expect(colors).toHaveLength(8)
  const surface = modes[mode].get('surface') ?? ''
  expect(colors.filter(([, color]) => contrast(color, surface) < 3)).toEqual([])
})

test.each(['light', 'dark'] as const)('the component library has the same colours, %s', (mode) => {
  const { token = {} } = themeOf(mode === 'dark')
  const ours = modes[mode]
  expect(token.colorPrimary).toBe(ours.get('primary'))
  expect(token.colorText).toBe(ours.get('text'))
  expect(token.colorTextSecondary).toBe(ours.get('text-secondary'))
  expect(token.colorBgLayout).toBe(ours.get('bg'))
  expect(token.colorBgContainer).toBe(ours.get('surface'))
  expect(token.colorLink).toBe(ours.get('primary-text'))
  expect(token.colorSuccessBg).toBe(ours.get('success-soft'))
})

test('type has four sizes, plus the name at the top of a file, and icons', () => {
  const text = ['12', '14', '16', '22', '28']
  const icons = ['10', '18', '40']
  const sheets = import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true })
  const files = Object.entries(sheets)
  const others = files.flatMap(([file, sheet]) =>
    [...sheet.matchAll(/font-size: (\d+)px/g)]
      .filter(([, size = '']) => ![...text, ...icons].includes(size))
      .map(([size]) => `${file}: ${size}`),
  )
  expect(files.length).toBeGreaterThan(20)
  expect(others).toEqual([])
})

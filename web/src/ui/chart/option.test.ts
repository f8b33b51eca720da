import { expect, test } from 'vitest'
import type { ChartData } from './chartData'
import { optionOf } from './option'

const trend: ChartData = {
  kind: 'line',
  over: '日期',
  points: ['11-20', '11-21'],
  lines: [
    { name: '沟通', values: [3, null] },
    { name: '订车', values: [1, 2], isHidden: true },
  ],
}

interface Drawn {
  animation: boolean
  tooltip: { renderMode: string }
  aria: { decal: { show: boolean } }
  series: { name: string; data: unknown[] }[]
}
const drawn = (data: ChartData, hidden?: ReadonlySet<string>): Drawn =>
  optionOf(data, hidden) as unknown as Drawn

test('a hidden line keeps its place and its colour', () => {
  expect(drawn(trend, new Set(['沟通'])).series).toMatchObject([
    { name: '沟通', data: [] },
    { name: '订车', data: [1, 2] },
  ])
})

test.each(['line', 'bar', 'rows'] as const)(
  '%s: draws without animation and renders no name as HTML',
  (kind) => {
    expect(drawn({ ...trend, kind })).toMatchObject({
      animation: false,
      tooltip: { renderMode: 'richText' },
    })
  },
)

test('uses patterns if fills would differ by colour only', () => {
  expect(drawn({ ...trend, kind: 'bar' }).aria.decal.show).toBe(true)
  expect(drawn({ ...trend, kind: 'bar', lines: trend.lines.slice(0, 1) }).aria.decal.show).toBe(false)
})

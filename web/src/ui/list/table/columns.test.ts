import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Arranged,
  arrange,
  choicesOf,
  inChosenOrder,
  needOf,
  totalOf,
  widthsIn,
  withPlace,
  withWidth,
} from './columns'

const columns: readonly Arranged[] = [
  { key: 'name', width: 200, least: 150, most: 260, fixed: 'start', isNeeded: true },
  { key: 'level', width: 60 },
  { key: 'owner', width: 90, most: 120 },
  { key: 'tags', width: 150, isExtra: true },
  { key: 'act', width: 80, fixed: 'end', isNeeded: true },
]
const keys = (made: readonly { key: string }[]): string => made.map(({ key }) => key).join(' ')

describe('the order of columns', () => {
  test('is the usual one without choices, and extra columns are hidden', () => {
    expect(keys(inChosenOrder(columns, []))).toBe('name level owner tags act')
    expect(keys(arrange(columns, []))).toBe('name level owner act')
  })

  test('is the chosen one, and a new column follows the one before it', () => {
    expect(keys(inChosenOrder(columns, [{ key: 'owner' }, { key: 'level' }]))).toBe(
      'name owner tags level act',
    )
    expect(keys(inChosenOrder(columns, [{ key: 'gone' }, { key: 'level' }]))).toBe(
      'name level owner tags act',
    )
  })

  test('keeps fixed columns at their ends and shows needed ones', () => {
    const choices = [{ key: 'act', isHidden: true }, { key: 'owner' }, { key: 'name', isHidden: true }]
    expect(keys(arrange(columns, choices))).toBe('name owner level act')
  })

  test('shows the requested columns and hides the hidden ones', () => {
    const choices = [
      { key: 'level', isHidden: true },
      { key: 'tags', isHidden: false },
    ]
    expect(keys(arrange(columns, choices))).toBe('name owner tags act')
  })

  test('is complete in the choices, which keep columns that are absent now', () => {
    expect(
      choicesOf(columns, [
        { key: 'reason', width: 90 },
        { key: 'owner', width: 100 },
      ]),
    ).toEqual([
      { key: 'name' },
      { key: 'level' },
      { key: 'owner', width: 100 },
      { key: 'tags' },
      { key: 'act' },
      { key: 'reason', width: 90 },
    ])
  })
})

describe('a column moved beside another', () => {
  test('takes the place before or after it, and keeps all other choices', () => {
    const choices = [{ key: 'owner', width: 100 }, { key: 'level', isHidden: true }, { key: 'reason' }]
    expect(withPlace(columns, choices, 'tags', 'owner', 'before')).toEqual([
      { key: 'name' },
      { key: 'tags' },
      { key: 'owner', width: 100 },
      { key: 'level', isHidden: true },
      { key: 'act' },
      { key: 'reason' },
    ])
    expect(keys(withPlace(columns, [], 'level', 'tags', 'after'))).toBe('name owner tags level act')
    expect(keys(withPlace(columns, [], 'tags', 'level', 'after'))).toBe('name level tags owner act')
  })
})

describe('widths of columns', () => {
  const arranged = arrange(columns, [])

  test('are the usual ones if they fit exactly, grow to the maximum and shrink to the minimum', () => {
    expect(widthsIn(arranged, 430)).toEqual([200, 60, 90, 80])
    expect(widthsIn(arranged, 475)).toEqual([230, 60, 105, 80])
    expect(widthsIn(arranged, 405)).toEqual([175, 60, 90, 80])
    expect(widthsIn(arranged, 100)).toEqual([150, 60, 90, 80])
  })

  test('leave no room over where a column grows', () => {
    expect(totalOf(widthsIn(arranged, 2000))).toBe(2000)
    expect(widthsIn([{ key: 'one', width: 60 }], 2000)).toEqual([60])
  })

  test('grow for the longest text before any other column grows', () => {
    expect(widthsIn(arranged, 442, [needOf('阿'), 60, needOf('欧阳司徒若曦')])).toEqual([200, 60, 102, 80])
    expect(widthsIn(arranged, 440, [undefined, undefined, 120])).toEqual([200, 60, 100, 80])
  })

  test('shrink where the text leaves room before any column cuts', () => {
    expect(widthsIn(arranged, 400, [170, undefined, undefined])).toEqual([170, 60, 90, 80])
    expect(widthsIn(arranged, 420, [170, undefined, undefined])).toEqual([190, 60, 90, 80])
  })

  test('keep a width set by hand', () => {
    const choices = withWidth(columns, [], 'owner', 200)
    expect(keys(choices)).toBe('name level owner tags act')
    const made = arrange(columns, choices)
    for (const room of [100, 430, 2000]) expect(widthsIn(made, room)[2]).toBe(200)
    expect(arrange(columns, withWidth(columns, choices, 'owner', undefined))).toEqual(arranged)
  })

  test('never exceed the room unless all columns are at their minimum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), (room) => {
        const widths = widthsIn(arranged, room)
        expect(
          totalOf(widths) <= room ||
            keys(arranged.filter((_, at) => widths[at] !== arranged[at]?.width)) === 'name',
        ).toBe(true)
        for (const [at, { width, least = width }] of arranged.entries())
          expect(widths[at]).toBeGreaterThanOrEqual(least)
      }),
    )
  })
})

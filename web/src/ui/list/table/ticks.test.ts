import { describe, expect, test } from 'vitest'
import { tickedAfter, withTicks } from './ticks'

describe('ticked rows after a press', () => {
  const page = [11, 12, 13, 14, 15]

  test('adds or removes one row and keeps those of other pages', () => {
    expect(tickedAfter([3, 12], page, { id: 14, isTicked: true, from: undefined })).toEqual([3, 12, 14])
    expect(tickedAfter([3, 12, 14], page, { id: 12, isTicked: false, from: undefined })).toEqual([3, 14])
  })

  test('sets all rows between two presses with Shift, in both directions', () => {
    expect(tickedAfter([12], page, { id: 14, isTicked: true, from: 12 })).toEqual([12, 13, 14])
    expect(tickedAfter([14, 15], page, { id: 11, isTicked: true, from: 14 })).toEqual([15, 11, 12, 13, 14])
    expect(tickedAfter(page, page, { id: 14, isTicked: false, from: 12 })).toEqual([11, 15])
  })

  test('sets only the pressed row with Shift after a row of another page', () => {
    expect(tickedAfter([3], page, { id: 13, isTicked: true, from: 3 })).toEqual([3, 13])
  })

  test('ticks no row twice', () => {
    expect(withTicks([13, 11], page, true)).toEqual(page)
    expect(withTicks([3, 11, 13], page, false)).toEqual([3])
  })
})

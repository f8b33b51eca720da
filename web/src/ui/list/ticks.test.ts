import { describe, expect, test } from 'vitest'
import { tickedAfter, withTicks } from './ticks'

describe('which rows are ticked after a press', () => {
  const page = [11, 12, 13, 14, 15]

  test('one more, one less; those of other pages stay', () => {
    expect(tickedAfter([3, 12], page, { id: 14, isTicked: true, from: undefined })).toEqual([3, 12, 14])
    expect(tickedAfter([3, 12, 14], page, { id: 12, isTicked: false, from: undefined })).toEqual([3, 14])
  })

  test('with Shift all between two, in both directions, become as the one pressed', () => {
    expect(tickedAfter([12], page, { id: 14, isTicked: true, from: 12 })).toEqual([12, 13, 14])
    expect(tickedAfter([14, 15], page, { id: 11, isTicked: true, from: 14 })).toEqual([15, 11, 12, 13, 14])
    expect(tickedAfter(page, page, { id: 14, isTicked: false, from: 12 })).toEqual([11, 15])
  })

  test('with Shift after a row that is not on this page: the one alone', () => {
    expect(tickedAfter([3], page, { id: 13, isTicked: true, from: 3 })).toEqual([3, 13])
  })

  test('none twice', () => {
    expect(withTicks([13, 11], page, true)).toEqual(page)
    expect(withTicks([3, 11, 13], page, false)).toEqual([3])
  })
})

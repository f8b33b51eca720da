import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byLabel, contains, keywordOf, placeOf } from './found'

describe('a search in the page', () => {
  it.each([
    ['古丽米热·艾比布力', '热艾', '热·艾'],
    ['古丽米热·艾比布力', '热•艾', '热·艾'],
    ['Ｌｉ', 'li', 'Ｌｉ'],
    ['138****5678', '5678', '5678'],
    ['👩‍👧 王', '王', '王'],
  ])('marks in %s for %s: %s', (text, typed, marked) => {
    const place = placeOf(text, typed)
    expect(place && text.slice(...place)).toBe(marked)
    expect(contains(text, typed)).toBe(true)
    expect(byLabel.filterOption(typed, { label: text })).toBe(true)
  })

  it('marks nothing for an empty keyword or another word', () => {
    expect(placeOf('王芳', '·')).toBeUndefined()
    expect(placeOf('王芳', '李')).toBeUndefined()
  })

  it('sends keywords clean and short', () => {
    expect(keywordOf('\u202d19912340002\u202c ')).toBe('19912340002')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        expect(keywordOf(typed).length).toBeLessThanOrEqual(50)
      }),
    )
  })
})

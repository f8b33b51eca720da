import { measures } from '@showroom/contract/report/measures'
import { describe, expect, it } from 'vitest'
import { isNarrowed, reviewList } from './review.fields'

const { filterOf, requestOf, Search, searchOf, usual } = reviewList

describe('the review list in the address', () => {
  it('omits default values', () => {
    expect(searchOf(usual)).toEqual({})
    expect(filterOf({})).toMatchObject({ type: 1, followDate: '6d', pageStart: 1, pageCount: 10, view: 0 })
  })

  it('uses the same name for a report’s measure as the reports', () => {
    expect(reviewList.fields.counted.choices.map(({ label }) => label)).toEqual([measures.defeats.label])
  })

  it('survives a round trip', () => {
    const filter = {
      type: 2,
      fromType: 1,
      saleIds: [17, 18],
      followDate: '20261101-20261105',
      counted: 1,
      creditedId: 17,
      mainSeries: 1201,
      fromSources: [2],
      otherSources: [],
      orderType: 1,
      keyword: '',
      pageStart: 3,
      pageCount: 30,
      view: 0,
    }
    expect(filterOf(Search.parse(searchOf(filter)))).toEqual(filter)
    expect(searchOf({ ...filter, saleIds: [17] }).m).toBe(17)
    const open = { ...filter, followDate: '' }
    expect(filterOf(Search.parse(searchOf(open)))).toEqual(open)
  })

  it('drops invalid values', () => {
    const search = Search.parse({ t: 7, ft: 'x', m: 'a,-1', cd: 'lately', p: -2, n: 13 })
    expect(filterOf(search)).toEqual(usual)
  })

  it('filters by decision days on the finished tab only', () => {
    expect(requestOf(usual).followDate).toBeUndefined()
    const { start, end } = requestOf({ ...usual, type: 2 }).followDate ?? {}
    expect(((end ?? 0) + 1 - (start ?? 0)) / 86_400).toBe(7)
    expect(requestOf({ ...usual, type: 2, followDate: '' }).followDate).toBeUndefined()
    expect(requestOf({ ...usual, saleIds: [1, 2], keyword: '张' })).toMatchObject({
      saleIds: '1,2',
      key: '张',
    })
  })

  it('knows whether filters hide rows', () => {
    expect(isNarrowed(usual)).toBe(false)
    expect(isNarrowed({ ...usual, keyword: '张' })).toBe(true)
    expect(isNarrowed({ ...usual, type: 2 })).toBe(true)
  })
})

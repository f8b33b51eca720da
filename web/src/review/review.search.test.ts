import { describe, expect, it } from 'vitest'
import { ReviewListSearch } from './review.address'
import { defaultFilter, filterOf, isNarrowed, requestOf, searchOf } from './review.search'

describe('the review list in the address', () => {
  it('says nothing of what is usual', () => {
    expect(searchOf(defaultFilter())).toEqual({})
    expect(filterOf({})).toMatchObject({ type: 1, completedDate: '6d', pageStart: 1, pageCount: 10 })
  })

  it('comes back as it was left', () => {
    const filter = {
      type: 2,
      fromType: 1,
      saleIds: [17, 18],
      completedDate: '20261101-20261105',
      orderType: 1,
      pageStart: 3,
      pageCount: 30,
    }
    expect(filterOf(ReviewListSearch.parse(searchOf(filter)))).toEqual(filter)
    expect(searchOf({ ...filter, saleIds: [17] }).m).toBe(17)
    const open = { ...filter, completedDate: '' }
    expect(filterOf(ReviewListSearch.parse(searchOf(open)))).toEqual(open)
  })

  it('drops what makes no sense', () => {
    const search = ReviewListSearch.parse({ t: 7, ft: 'x', m: 'a,-1', cd: 'yesterday', p: -2, n: 13 })
    expect(filterOf(search)).toEqual(defaultFilter())
  })

  it('asks for days of the decision on the finished tab only', () => {
    expect(requestOf(defaultFilter(), '').followDate).toBeUndefined()
    const { start, end } = requestOf({ ...defaultFilter(), type: 2 }, '').followDate ?? {}
    expect(((end ?? 0) + 1 - (start ?? 0)) / 86_400).toBe(7)
    expect(requestOf({ ...defaultFilter(), type: 2, completedDate: '' }, '').followDate).toBeUndefined()
    expect(requestOf({ ...defaultFilter(), saleIds: [1, 2] }, '张')).toMatchObject({
      saleIds: '1,2',
      key: '张',
    })
  })

  it('knows whether there may be more', () => {
    expect(isNarrowed(defaultFilter(), '')).toBe(false)
    expect(isNarrowed(defaultFilter(), '张')).toBe(true)
    expect(isNarrowed({ ...defaultFilter(), type: 2 }, '')).toBe(true)
  })
})

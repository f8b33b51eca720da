import { type Call, call } from '@showroom/contract/kernel/call'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { callApi } from './client'
import { pagesOf, queryRead } from './pages'
import { queryOf } from './query'

const probe = call({
  path: '/probe',
  summary: '',
  may: 'public',
  request: z.object({}),
  answer: z.object({}),
})

describe('the types of calls', () => {
  const read = call({ ...probe, path: '/read', writes: false })
  const change = call({ ...probe, path: '/change', writes: true })
  const expectTypes = (..._calls: unknown[]): void => undefined

  it('refuse a mutation without an idempotency key, as a query too', () => {
    // @ts-expect-error -- no options
    expectTypes(() => callApi(change, {}))
    // @ts-expect-error -- options without a key
    expectTypes(() => callApi(change, {}, { inBackground: true }))
    // @ts-expect-error -- a call of unknown kind may be a mutation
    expectTypes((unknown: Call) => callApi(unknown, {}))
    // @ts-expect-error -- a mutation is no query
    expectTypes(() => queryOf(change, {}))
    expectTypes(
      () => callApi(change, {}, { once: true }),
      () => callApi(change, {}, { idempotencyKey: 'one' }),
      () => callApi(change, {}, { withoutKey: 'same effect' }),
      () => callApi(read, {}),
      () => queryOf(read, {}),
    )
  })
})

describe('the key of a query', () => {
  const list = call({ ...probe, path: '/list', request: z.object({ page: z.number() }) })

  it('holds the request, so that each filter has its own rows', () => {
    expect(queryOf(list, { page: 1 }).queryKey).toEqual(['/list', { page: 1 }])
    expect(queryRead(list, { page: 2 }, Object.keys).queryKey).toEqual(['/list', { page: 2 }])
    const pages = pagesOf(
      list,
      (page: number) => ({ page }),
      1,
      () => undefined,
    )
    expect(pages.queryKey).toEqual(['/list', { page: 1 }])
  })
})

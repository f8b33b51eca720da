import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { housekeeping } from '../jobs/housekeeping.ts'
import { createLimits } from './limits.ts'
import type { Limits } from './limits.ts'

let app: TestApp
let here: Limits
let there: Limits
beforeAll(async () => {
  app = await createTestApp()
  here = createLimits(app.db, app.now)
  there = createLimits((await app.startNode()).db, app.now)
})
afterAll(() => app.close())

describe('a limit', () => {
  it('counts each event once across all processes', async () => {
    const counts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? here : there).hit('together', 60)),
    )
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(await here.hits('together')).toBe(20)
    expect(await there.hits('another')).toBe(0)
  })

  it('starts again when its window ends, and later events do not extend the window', async () => {
    await here.hit('window', 60)
    app.advance(59)
    expect(await here.hit('window', 60)).toBe(2)
    app.advance(1)
    expect(await there.hits('window')).toBe(0)
    expect(await there.hit('window', 60)).toBe(1)
  })

  it('blocks on all processes until the given time', async () => {
    await here.hit('blocked', 60)
    expect(await there.blockedSeconds('blocked')).toBe(0)
    await here.block('blocked', 90)
    expect(await there.blockedSeconds('blocked')).toBe(90)
    app.advance(89.5)
    expect(await there.blockedSeconds('blocked')).toBe(1)
    app.advance(0.5)
    expect(await there.blockedSeconds('blocked')).toBe(0)
    await here.clear('blocked')
    expect(await here.hits('blocked')).toBe(0)
  })
})

describe('housekeeping', () => {
  it('deletes expired counters and keeps others, including blocks', async () => {
    await here.hit('old', 60)
    await here.hit('old but blocked', 60)
    await here.block('old but blocked', 3 * 3600)
    app.advance(2 * 3600)
    await here.hit('new', 60)
    await housekeeping(app.db, app.now).run()
    const left = (await app.db.selectFrom('rate_limit').select('subject').execute()).map((row) => row.subject)
    expect(left).toEqual(expect.arrayContaining(['new', 'old but blocked']))
    expect(left).not.toContain('old')
  })
})

import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { createLog, withLogFields } from '../observe/log.ts'
import { createQueues } from './queues.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('logs the turns of a queue without the request that woke it', async () => {
  const lines: string[] = []
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  const work = createQueues({ db: app.db, clock: app.now, log }).open({
    name: 'pushes',
    for: 'stores',
    atOnce: 1,
    waiting: { waiting: sql`select` } as never,
    async serve() {
      await setImmediate()
      throw new Error('broken')
    },
  })
  await withLogFields(
    () => ({ requestId: 'first' }),
    async () => {
      work.wake([1])
      log.info('woken')
      await work.idle()
    },
  )
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(logged.map(({ msg, requestId }) => [msg, requestId])).toEqual([
    ['turn', undefined],
    ['woken', 'first'],
    ['serving a store failed', undefined],
  ])
})

import { calls } from '@showroom/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../src/platform/log.ts'
import { createTestApp } from './app.ts'
import type { TestApp } from './app.ts'
import { personalValues } from './personal.ts'
import { answerable, postValid } from './walks.ts'

/** Makes every call of the contract, runs a day of jobs and queues after it, and reads the log of all that. */

let app: TestApp
const lines: string[] = []
beforeAll(async () => {
  app = await createTestApp({ log: createLog('trace', { write: (line: string) => void lines.push(line) }) })
})
afterAll(() => app.close())

/** Messages that the demo logs instead of sending them. */
const playedByDemo = /"msg":"(?:SMS|WeCom message): /

/** Runs all jobs and queues every three hours of a day. */
async function runDay({ app: node, advance }: TestApp): Promise<void> {
  for (let hour = 0; hour < 24; hour += 3) {
    for (const job of node.jobs) await job.run()
    for (const work of node.queues.works.values()) await work.run()
    advance(3 * 3600)
  }
}

it('carries ids, and neither names nor numbers of people', { timeout: 120_000 }, async () => {
  for (const call of answerable) expect(await postValid(app, call), call.path).toMatchObject({ status: '0' })
  await runDay(app)
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  for (const call of answerable) {
    const line = logged.find((one) => one['path'] === call.path)
    expect(line, call.path).toMatchObject({
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 200,
    })
    const type = call.may === 'public' ? 'undefined' : 'number'
    expect([typeof line?.['dealerId'], typeof line?.['memberId']], call.path).toEqual([type, type])
  }
  const all = lines.filter((line) => !playedByDemo.test(line)).join('')
  const values = await personalValues(app.db)
  expect(values.length).toBeGreaterThan(calls.length)
  expect(values.filter((value) => all.includes(value))).toEqual([])
})

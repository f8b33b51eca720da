import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { bodyFor, buildActor, fieldsOf, roleFor, textsIn, walkedCalls, withValue } from './walks.ts'

/**
 * Sends a text of the maximum request size in every field of every call: the process has one thread, so a slow
 * request delays all others.
 */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const most = 200_000
/** Slow patterns backtrack over letters, spaces or digits; the last character makes the match fail. */
const texts = ['x', ' ', '1'].map((one) => `${one.repeat(most)}!`)
/** Processor time. A request takes a few milliseconds; quadratic time takes seconds here. */
const mostMs = 1000

it('no call takes long over a long text', async () => {
  for (const call of walkedCalls) {
    const actor = await buildActor(app, { role: roleFor(call) })
    const body = await bodyFor(app, call, actor)
    const left = fieldsOf(call).filter((field) => !(field in body))
    const paths = [...textsIn(body), ...left.map((field) => [field])]
    for (const at of paths)
      for (const text of texts) {
        const before = process.cpuUsage()
        const answer = await app.post(call, actor.member.token, withValue(body, at, text))
        const { user, system } = process.cpuUsage(before)
        const what = `${call.path} ${at.join('.')} ${text.slice(0, 2)}…`
        expect(answer.httpStatus, what).toBeLessThan(500)
        expect((user + system) / 1000, what).toBeLessThan(mostMs)
      }
  }
}, 180_000)

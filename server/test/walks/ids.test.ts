import type { rooms } from '@showroom/contract'
import { role as roles } from '@showroom/contract/access/access.rules'
import type { Call } from '@showroom/contract/kernel/call'
import { errors } from '@showroom/contract/kernel/errors'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { nothingWritten } from '../database/snapshot.ts'
import { unknownId } from './walk.ts'
import type { Actor, CallWalk, Walked } from './walk.ts'
import { bodyFor, buildActor, roleFor, isLimited, walkOf, walkedCalls } from './walks.ts'

/**
 * Tests each id field with the id of another store's record, of a colleague's invisible record, and of no record: all
 * three get the same response, and nothing is written.
 */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const fieldsOf = (call: Call): (readonly [string, Walked])[] =>
  Object.entries(walkOf(call).ids ?? {}).flatMap(([field, how]) => ('of' in how ? [[field, how]] : []))

const walked = walkedCalls
  .filter((call) => fieldsOf(call).length > 0)
  .map((call) => [call.path, call, fieldsOf(call)] as const)

/** A manager, for preparation, and the asker: a consultant if one may call, limited to their own customers. */
async function buildCast(call: Call): Promise<{ manager: Actor; asker: Actor; isConsultant: boolean }> {
  const manager = await buildActor(app, { role: roleFor(call) })
  const allowed = walkOf(call).roles
  const isConsultant = allowed === 'member' || (Array.isArray(allowed) && allowed.includes(roles.consultant))
  if (!isConsultant) return { manager, asker: manager, isConsultant }
  const { dealerId } = manager.member
  const asker = { ...(await buildActor(app, { dealerId, role: roles.consultant })), manager: manager.member }
  return { manager, asker, isConsultant }
}

it.each(walked)('%s', async (_path, call, fields) => {
  const { manager, asker, isConsultant } = await buildCast(call)
  const stranger = await buildActor(app)
  const body = {
    ...(await bodyFor(app, call, asker)),
    ...(await walkOf(call).prepare?.(app, asker)),
  }
  for (const [field, how] of fields) {
    const { of, as = (id) => id, besides, answer, colleague } = how
    const ask = (id: number | string) =>
      app.post(call, asker.member.token, { ...body, ...besides, [field]: as(id) })
    const foreign = [await of(app, stranger)]
    if (isConsultant && !colleague) {
      const { dealerId } = manager.member
      foreign.push(await of(app, await buildActor(app, { dealerId, role: roles.consultant })))
    }
    await nothingWritten(app.db, async () => {
      const unknown = await ask(how.unknown ?? unknownId)
      expect
        .soft(unknown.code, `${field} of no one: ${unknown.text}`)
        .toBe(answer === 'ignored' ? 0 : errors[answer].code)
      for (const id of foreign) {
        const { text } = await ask(id)
        expect.soft(text, `${field}: ${id}`).toBe(unknown.text)
      }
    })
  }
})

it.skipIf(isLimited)('walks the ids of most calls', () => {
  expect(walked.length).toBeGreaterThan(40)
})

/** An example that must not compile: an id without a walk. */
export const forgotten = {
  roles: 'member',
  request: () => ({ customerId: 1 }),
  // @ts-expect-error -- `customerId` is missing
  ids: {},
} satisfies CallWalk<typeof rooms.customer.get>

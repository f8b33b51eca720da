import type { rooms } from '@showroom/contract'
import { confirmWord, personState } from '@showroom/contract/privacy/privacy.schema'
import type { TestApp } from '../../test/app.ts'
import { unknownId } from '../../test/walks/walk.ts'
import type { Actor, Walked, WalkOf } from '../../test/walks/walk.ts'

const heads = [1, 2]

/** A request whose search is done. */
const person: Walked = {
  async of(app: TestApp, { member: { dealerId, memberId } }: Actor) {
    const { id } = await app.db
      .insertInto('person_request')
      .values({
        dealer_id: dealerId,
        member_id: memberId,
        shown: '199****0001',
        state: personState.found,
        person: JSON.stringify({
          number: '19900000001',
          numbers: ['19900000001'],
          customer: [],
          joins: [],
          lead: [],
          order: [],
        }),
        created_at: app.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  answer: 'NOT_FOUND',
  colleague: 'requests are the store’s',
}
const prepare = async (app: TestApp, actor: Actor) => ({ id: await person.of(app, actor) })

export const walk = {
  list: { roles: heads, request: () => ({}) },
  ask: {
    roles: heads,
    request: () => ({ number: '19900000001' }),
    limited: { none: 'twenty an hour: privacy.test.ts' },
  },
  erase: {
    roles: heads,
    request: () => ({ id: unknownId, word: confirmWord }),
    prepare,
    ids: { id: person },
  },
  copy: { roles: heads, request: () => ({ id: unknownId }), prepare, ids: { id: person } },
} satisfies WalkOf<typeof rooms.privacy>

import type { rooms } from '@showroom/contract'
import type { Actor, Walked, WalkOf } from '../../test/walks/walk.ts'
import type { TestApp } from '../../test/app.ts'

const draftId = 'ab'.repeat(16)

const draft: Walked = {
  async of(app: TestApp, { member }: Actor) {
    await app.db
      .insertInto('draft')
      .values({
        dealer_id: member.dealerId,
        member_id: member.memberId,
        id: draftId,
        form: 'customer.new',
        record_id: 0,
        version: '',
        revision: 1,
        content: JSON.stringify({ name: '安' }),
        updated_at: app.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return draftId
  },
  answer: 'ignored',
  unknown: 'cd'.repeat(16),
}
const place = {
  none: 'a mark for the member alone: the record is neither read nor written, and nothing tells whether it is',
}

export const walk = {
  read: { roles: 'member', request: () => ({ form: 'customer.new' }), ids: { recordId: place } },
  save: {
    roles: 'member',
    request: () => ({ form: 'customer.new', draftId, revision: 1, content: { name: '安' } }),
    ids: {
      recordId: place,
      draftId: { none: 'made by the client: each member has those of the own windows' },
      replaces: { ...draft, as: (id) => ({ draftId: id, revision: 1 }) },
    },
  },
  drop: { roles: 'member', request: () => ({ draftId, revision: 1 }), ids: { draftId: draft } },
} satisfies WalkOf<typeof rooms.draft>

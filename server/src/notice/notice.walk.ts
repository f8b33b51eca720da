import type { rooms } from '@showroom/contract'
import { unknownId } from '../../test/walks/walk.ts'
import type { WalkOf } from '../../test/walks/walk.ts'

export const walk = {
  list: { roles: 'member', request: () => ({}) },
  read: {
    roles: 'member',
    request: () => ({ upTo: unknownId }),
    ids: {
      ids: {
        async of(app, { member }) {
          const { id } = await app.db
            .insertInto('notice')
            .values({
              dealer_id: member.dealerId,
              member_id: member.memberId,
              kind: 1,
              text: '新线索',
              created_at: app.now(),
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          return id
        },
        answer: 'ignored',
        as: String,
      },
    },
  },
  pushSetting: { roles: 'member', request: () => ({}) },
  savePushSetting: { roles: 'member', request: () => ({ groups: ['approval'] }) },
} satisfies WalkOf<typeof rooms.notice>

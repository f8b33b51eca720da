import type { rooms } from '@showroom/contract'
import type { Walked, WalkOf } from '../../test/walks/walk.ts'

const content = { list: 'customers', name: '我的视图', search: { lv: 'H' } } as const

const view: Walked = {
  async of(app, { member }) {
    const { id } = await app.db
      .insertInto('list_view')
      .values({
        dealer_id: member.dealerId,
        member_id: member.memberId,
        list: content.list,
        name: content.name,
        search: JSON.stringify(content.search),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  answer: 'NOT_FOUND',
}

export const walk = {
  mine: { roles: 'member', request: () => ({}) },
  save: { roles: 'member', request: () => content, ids: { viewId: view } },
  remove: {
    roles: 'member',
    request: () => ({ viewId: 0 }),
    prepare: async (app, actor) => ({ viewId: await view.of(app, actor) }),
    ids: { viewId: view },
  },
  setList: { roles: 'member', request: () => ({ list: 'customers', pageCount: 20 }) },
} satisfies WalkOf<typeof rooms.view>

import type { rooms } from '@showroom/contract'
import type { TestApp } from '../../test/app.ts'
import type { Actor, Walked, WalkOf } from '../../test/walks/walk.ts'
import { exportKey } from '../platform/files/files.ts'

const boss = [2]
const heads = [1, 2]

const exported: Walked = {
  async of(app: TestApp, { member: { dealerId, memberId } }: Actor) {
    const key = exportKey(dealerId)
    await app.app.files.write(key, Buffer.from('PK\u0003\u0004'))
    const { id } = await app.db
      .insertInto('export_log')
      .values({
        dealer_id: dealerId,
        created_at: app.now(),
        export_name: '客户列表',
        member_id: memberId,
        user_name: '顾问',
        record_total: 1,
        file_key: key,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  answer: 'NOT_FOUND',
  colleague: 'the log is the store’s',
}

export const walk = {
  exportRecords: { roles: boss, request: () => ({}) },
  exportFile: {
    roles: boss,
    request: () => ({ id: 1 }),
    prepare: async (app, actor) => ({ id: await exported.of(app, actor) }),
    ids: { id: exported },
  },
  auditList: {
    roles: heads,
    request: () => ({}),
    ids: {
      memberId: {
        of: (_app, { member }) => member.memberId,
        answer: 'ignored',
        colleague: 'the members of a store are known to its heads',
      },
    },
  },
  revealWatch: { roles: heads, request: () => ({}) },
} satisfies WalkOf<typeof rooms.audit>

import type { rooms } from '@showroom/contract'
import type { TestApp } from '../../test/app.ts'
import { serial } from '../../test/serial.ts'
import { unknownId } from '../../test/walks/walk.ts'
import type { Actor, Walked, WalkOf } from '../../test/walks/walk.ts'
import { buildDevice } from './notice.factory.ts'

const proof = 'proof of the test'
const device: Walked = {
  of: (app: TestApp, { member }: Actor) => buildDevice(app.db, app.now(), member),
  answer: 'NOT_FOUND',
}
const unproved: Walked = {
  of: (app: TestApp, { member }: Actor) => buildDevice(app.db, app.now(), member, { proof }),
  answer: 'NOT_FOUND',
}
const withDevice =
  ({ of } = device) =>
  async (app: TestApp, actor: Actor) => ({ id: await of(app, actor) })
const browser = () => ({
  endpoint: `https://web.push.apple.com/${serial()}`,
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
})

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
  devices: { roles: 'member', request: () => ({}) },
  addDevice: { roles: 'member', request: () => ({ ...browser(), name: 'Safari · iPhone' }) },
  confirmDevice: {
    roles: 'member',
    request: () => ({ id: 1, proof }),
    prepare: withDevice(unproved),
    ids: { id: unproved },
  },
  testDevice: { roles: 'member', request: () => ({ id: 1 }), prepare: withDevice(), ids: { id: device } },
  removeDevice: { roles: 'member', request: () => ({ id: 1 }), prepare: withDevice(), ids: { id: device } },
  keepDevice: { roles: 'member', request: () => ({ endpoint: browser().endpoint }) },
} satisfies WalkOf<typeof rooms.notice>

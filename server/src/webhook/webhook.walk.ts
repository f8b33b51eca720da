import type { rooms } from '@showroom/contract'
import type { TestApp } from '../../test/app.ts'
import { serial } from '../../test/serial.ts'
import type { Actor, Walked, WalkOf } from '../../test/walks/walk.ts'
import { buildEndpoint, buildMessage } from './webhook.factory.ts'

/** Roles that may manage the store's endpoints. */
const managerRoles = [1, 2, 9]

const endpoint: Walked = {
  of: (app: TestApp, { member: { dealerId } }: Actor) => buildEndpoint(app.db, app.now(), { dealerId }),
  answer: 'NOT_FOUND',
  colleague: 'the addresses are the store’s',
}
const withEndpoint = async (app: TestApp, actor: Actor) => ({ id: await endpoint.of(app, actor) })
const withMessage = async (app: TestApp, actor: Actor) => {
  const { dealerId } = actor.member
  const endpointId = Number(await endpoint.of(app, actor))
  const id = await buildMessage(app.db, app.now(), { dealerId, endpointId, state: 2 })
  return { endpointId, id }
}
const withFailed = async (app: TestApp, actor: Actor) => ({
  endpointId: (await withMessage(app, actor)).endpointId,
})
/** Belongs to the actor's own endpoint: messages of other stores' endpoints are not found there either. */
const message: Walked = {
  of: async (app, actor) => (await withMessage(app, actor)).id,
  answer: 'NOT_FOUND',
  colleague: 'the log is the store’s',
}
const address = (): { url: string; events: ['customer.created'] } => ({
  url: `https://hooks.example.com/${serial()}`,
  events: ['customer.created'],
})

export const walk = {
  list: { roles: managerRoles, request: () => ({}) },
  add: { roles: managerRoles, request: address },
  update: {
    roles: managerRoles,
    request: () => ({ id: 1, ...address() }),
    prepare: withEndpoint,
    ids: { id: endpoint },
  },
  switchTo: {
    roles: managerRoles,
    request: () => ({ id: 1, isOn: false }),
    prepare: withEndpoint,
    ids: { id: endpoint },
  },
  rotate: { roles: managerRoles, request: () => ({ id: 1 }), prepare: withEndpoint, ids: { id: endpoint } },
  remove: { roles: managerRoles, request: () => ({ id: 1 }), prepare: withEndpoint, ids: { id: endpoint } },
  test: { roles: managerRoles, request: () => ({ id: 1 }), prepare: withEndpoint, ids: { id: endpoint } },
  log: {
    roles: managerRoles,
    request: () => ({ endpointId: 1 }),
    prepare: withFailed,
    ids: { endpointId: endpoint },
  },
  attempts: {
    roles: managerRoles,
    request: () => ({ endpointId: 1, id: 1 }),
    prepare: withMessage,
    ids: { endpointId: endpoint, id: message },
  },
  replay: {
    roles: managerRoles,
    request: () => ({ endpointId: 1, id: 1 }),
    prepare: withMessage,
    ids: { endpointId: endpoint, id: message },
  },
  replayFailed: {
    roles: managerRoles,
    request: () => ({ endpointId: 1 }),
    prepare: withFailed,
    ids: { endpointId: endpoint },
  },
} satisfies WalkOf<typeof rooms.webhook>

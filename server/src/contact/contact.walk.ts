import type { rooms } from '@showroom/contract'
import type { TestApp } from '../../test/app.ts'
import { readers, sellers, walked } from '../../test/walks/walk.ts'
import type { Actor, Walked, WalkOf } from '../../test/walks/walk.ts'
import { buildContact } from './contact.factory.ts'

const contact: Walked = {
  of: (app, { member }) => buildContact(app, member),
  answer: 'NOT_FOUND',
  unknown: 'wm-unknown',
}
const withContact = async (app: TestApp, { member }: Actor) => ({
  externalId: await buildContact(app, member),
})
const withBound = async (app: TestApp, { member, customer: { customerId } }: Actor) => ({
  externalId: await buildContact(app, member, { customerId }),
})
const request = (_app: TestApp, { customer: { customerId } }: Actor) => ({ externalId: 'wm-1', customerId })

export const walk = {
  sign: {
    roles: readers,
    request: () => ({ page: '/' }),
    limited: { none: 'a signature needs WeCom: contact.test.ts' },
  },
  read: {
    roles: sellers,
    request: () => ({ externalId: 'wm-1' }),
    prepare: withContact,
    ids: { externalId: contact },
    limited: { none: 'a read needs WeCom: contact.test.ts' },
  },
  get: {
    roles: readers,
    request: () => ({ externalId: 'wm-1' }),
    prepare: withContact,
    ids: { externalId: contact },
  },
  bind: {
    roles: sellers,
    request,
    prepare: withContact,
    ids: { externalId: contact, customerId: walked.customer },
  },
  unbind: {
    roles: sellers,
    request,
    prepare: withBound,
    ids: {
      externalId: { ...contact, of: async (app, actor) => (await withBound(app, actor)).externalId },
      customerId: walked.customer,
    },
  },
} satisfies WalkOf<typeof rooms.contact>

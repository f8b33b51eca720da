import type { rooms } from '@showroom/contract'
import type { TestApp } from '../../test/app.ts'
import { managers, readers, sellers, walked } from '../../test/walks/walk.ts'
import type { Actor, Walked, WalkOf } from '../../test/walks/walk.ts'

const template: Walked = {
  async of(app: TestApp, { member }: Actor) {
    const { id } = await app.db
      .insertInto('sms_template')
      .values({
        dealer_id: member.dealerId,
        subject: '邀约',
        content: '{客户姓名}您好',
        user_name: '顾问',
        updated_at: app.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  answer: 'NOT_FOUND',
  colleague: 'templates are the store’s',
}
const withTemplate = async (app: TestApp, actor: Actor) => ({ id: await template.of(app, actor) })

export const walk = {
  list: { roles: readers, request: () => ({}) },
  add: { roles: managers, request: () => ({ subject: '邀约', content: '{客户姓名}您好' }) },
  update: {
    roles: managers,
    request: () => ({ id: 1, subject: '邀约', content: '您好' }),
    prepare: withTemplate,
    ids: { id: template },
  },
  remove: { roles: managers, request: () => ({ id: 1 }), prepare: withTemplate, ids: { id: template } },
  preview: {
    roles: readers,
    request: (_app, { customer }) => ({ content: '{客户姓名}您好', customerId: customer.customerId }),
    ids: { customerId: walked.customer },
  },
  send: {
    roles: sellers,
    request: (_app, { customer }) => ({ customerId: customer.customerId, templateId: 1 }),
    prepare: async (app, actor) => ({ templateId: await template.of(app, actor) }),
    ids: { customerId: walked.customer, templateId: template },
  },
} satisfies WalkOf<typeof rooms.sms>

import type { rooms } from '@showroom/contract'
import { buildLead } from '../lead/lead.factory.ts'
import { buildOrder } from '../order/order.factory.ts'
import type { WalkOf } from '../../test/walks/walk.ts'
import { walked } from '../../test/walks/walk.ts'

export const walk = {
  find: {
    roles: 'member',
    request: () => ({ key: '5461' }),
    ids: {
      customerIds: { ...walked.customer, answer: 'ignored', as: String },
      clueIds: {
        of: (app, { member }) => buildLead(app, member, { status: 2, owner_id: member.memberId }),
        answer: 'ignored',
        as: String,
        colleague: 'who works on leads sees those of the whole store',
      },
      orderIds: {
        of: (app, { member, customer }) => buildOrder(app, member, customer),
        answer: 'ignored',
        as: String,
      },
    },
  },
} satisfies WalkOf<typeof rooms.find>

import type { rooms } from '@showroom/contract'
import { admins, baseData, unknownId, walked } from '../../test/walks/walk.ts'
import type { Actor, WalkOf } from '../../test/walks/walk.ts'
import type { TestApp } from '../../test/app.ts'
import { secondsOf } from '../platform/clock.ts'
import { buildFullOrder, buildOrder, orderForm, orderLine, quickOrder, submission } from './order.factory.ts'

const roles = [1, 2, 3, 4, 5, 6, 8, 9, 10]
const reviewers = [1, 2, 3, 6, 16]
const secondsAt = (app: TestApp): number => secondsOf(app.now())

const ordered =
  (status: 1 | 2 | 3) =>
  async (app: TestApp, { customer, member, manager }: Actor) => ({
    orderId: await buildOrder(app, member, customer, status, manager),
  })
const orderId = {
  of: async (app: TestApp, actor: Actor) => (await ordered(1)(app, actor)).orderId,
  answer: 'NOT_FOUND',
} as const

/** A line of the actor's order, by its number. */
const line = {
  of: async (app: TestApp, actor: Actor) => {
    const numberOfFirst = () =>
      app.db
        .selectFrom('vehicle_order_line as l')
        .innerJoin('vehicle_order as o', 'o.id', 'l.order_id')
        .select('l.sub_order_no')
        .where('o.customer_id', '=', actor.customer.customerId)
        .executeTakeFirst()
    if (!(await numberOfFirst())) await orderId.of(app, actor)
    return (await numberOfFirst())?.sub_order_no ?? ''
  },
  as: (orderNo: number | string) => [orderLine({ orderNo: String(orderNo) })],
  answer: 'INVALID',
} as const

const listIds = { saleIds: walked.filterOfMembers } as const
const opened = { ...orderId, colleague: 'who decides on orders opens all of the store' } as const
const page = { none: 'the number of the page' } as const

const openers = [...roles, 11, 16]
const listers = [1, 2, 3, 4, 6, 9, 10, 11]

/** Roles that see the orders that wait for a car. */
const keepers = [...admins, 10].toSorted((a, b) => a - b)

/** A call on one order, by its id. */
const onOrder = <Roles extends readonly number[]>(status: 1 | 2 | 3, may: Roles) => ({
  request: () => ({ orderId: unknownId }),
  prepare: ordered(status),
  roles: may,
  ids: { orderId },
})

export const walk = {
  search: {
    request: () => ({}),
    prepare: ordered(1),
    limited: { customerInfo: '13900009999' },
    roles: listers,
    ids: {
      ownerId: { ...walked.filterOfMembers, as: Number },
      creditedId: { ...walked.filterOfMembers, as: Number, besides: { counted: 1 } },
      specIds: baseData,
      pageId: page,
    },
  },
  viewCounts: {
    request: () => ({ queries: [{}] }),
    prepare: ordered(1),
    roles: listers,
    ids: { queries: { ...walked.filterOfMembers, as: (id) => [{ ownerId: Number(id) }] } },
  },
  create: {
    request: (app, { customer: { customerId, dealId } }) => ({ ...orderForm(app), customerId, dealId }),
    roles,
    ids: {
      customerId: walked.customer,
      dealId: walked.deal,
      subOrderInfos: { none: 'base data; the number of a line is looked at of an order that is there' },
    },
  },
  edit: {
    request: (app) => ({ ...orderForm(app), orderId: unknownId }),
    prepare: ordered(1),
    roles,
    ids: { orderId, subOrderInfos: line },
  },
  submit: {
    ...onOrder(1, roles),
    prepare: async (app, { member, customer }) => ({ orderId: await buildFullOrder(app, member, customer) }),
  },
  recall: onOrder(2, roles),
  cancel: {
    request: () => ({ orderId: unknownId, cancelReason: 'qxyy01' }),
    prepare: ordered(2),
    roles,
    ids: { orderId },
  },
  detail: { ...onOrder(1, openers), ids: { orderId: opened } },
  orderTimeLine: { ...onOrder(1, openers), ids: { orderId: opened } },
  getUserInfo: { ...onOrder(1, [...roles, 16]), ids: { orderId: opened } },
  order: {
    request: (app, { customer }) => ({ ...quickOrder(app, customer) }),
    roles,
    ids: { customerId: walked.customer, dealId: walked.deal, specId: baseData },
  },
  deliver: {
    request: (app, { customer }) => ({
      ...quickOrder(app, customer),
      deliverDate: secondsAt(app),
      nextDate: secondsAt(app),
    }),
    prepare: ordered(3),
    roles,
    ids: {
      customerId: walked.customer,
      dealId: walked.deal,
      orderId: { ...orderId, answer: 'ORDER_STATE' },
      specId: baseData,
    },
  },
  getCustomerOrders: {
    request: (_app, { customer: { customerId } }) => ({ customerId }),
    roles: [...roles, 11],
    ids: { customerId: walked.customer },
  },
  submitOrder: { request: () => submission(unknownId), prepare: ordered(1), roles, ids: { orderId } },
  cancelOrder: {
    request: () => ({ orderId: unknownId, reason: 'qxyy01' }),
    prepare: ordered(2),
    roles,
    ids: { orderId },
  },
  orderFollow: {
    request: (app, { customer: { customerId } }) => ({
      customerId,
      contactStatus: 1,
      nextDate: secondsAt(app),
      remark: '等车中',
    }),
    prepare: ordered(3),
    roles,
    ids: { customerId: walked.customer, dealId: walked.deal },
  },
  confirmOrder: {
    request: () => ({ orderId: unknownId }),
    prepare: ordered(2),
    roles: reviewers,
    ids: { orderId },
  },
  rejectOrder: {
    request: () => ({ orderId: unknownId, reason: '价格过低' }),
    prepare: ordered(2),
    roles: reviewers,
    ids: { orderId },
  },
  verifyList: { request: () => ({}), roles: reviewers, ids: listIds },
  verifyCounts: {
    request: () => ({ queries: [{}] }),
    roles: reviewers,
    ids: { queries: { ...walked.filterOfMembers, as: (id) => [{ saleIds: String(id) }] } },
  },
  orderReview: {
    request: () => ({ orderId: unknownId }),
    prepare: ordered(2),
    roles: reviewers,
    ids: { orderId: { ...orderId, colleague: 'who decides on orders decides on all of the store' } },
  },
  allocationList: {
    request: () => ({}),
    roles: keepers,
    ids: { ...listIds, modelId: baseData, seriesId: baseData },
  },
  allocationCounts: {
    request: () => ({ queries: [{}] }),
    roles: keepers,
    ids: { queries: { ...walked.filterOfMembers, as: (id) => [{ saleIds: String(id) }] } },
  },
} satisfies WalkOf<typeof rooms.order>

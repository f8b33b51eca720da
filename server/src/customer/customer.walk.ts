import type { rooms } from '@showroom/contract'
import { dayStart } from '@showroom/contract/kernel/day'
import type { TestApp } from '../../test/app.ts'
import { admins, baseData, unknownId, readers, sellers, walked } from '../../test/walks/walk.ts'
import { buildCar } from '../appointment/appointment.factory.ts'
import type { Actor, Walked, WalkOf } from '../../test/walks/walk.ts'
import { secondsOf } from '../platform/clock.ts'
import { buildMember } from '../team/team.factory.ts'
import { buildCustomer, newCustomer, phoneFollow } from './customer.factory.ts'

/** Roles that open files and confirm arrivals, including the front desk. */
const openers = [1, 2, 3, 4, 5, 6, 7, 8, 9]
/** Roles that read files, including those who decide on defeats. */
const fileReaders = [...readers, 16]
const { customer, deal, member } = walked
const onDeal = { customerId: customer, dealId: deal }

const setDeal =
  (values: { level?: string; suspended_at?: Date }) =>
  async (app: TestApp, { customer: { dealId } }: Actor) => {
    await app.db.updateTable('deal').set(values).where('id', '=', dealId).execute()
    return {}
  }
const another = async (app: TestApp, actor: Actor) => (await buildCustomer(app, actor.member)).customerId

/** Inserts a bulk action of the member for the worker. */
async function begunBulk(app: TestApp, actor: Actor): Promise<number> {
  const { id } = await app.db
    .insertInto('customer_bulk')
    .values({
      dealer_id: actor.member.dealerId,
      member_id: actor.member.memberId,
      action: 'wake',
      terms: '{}',
      customer_ids: [actor.customer.customerId],
      created_at: app.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function buildCall(app: TestApp, { customer: { customerId }, member: owner }: Actor): Promise<number> {
  const { id } = await app.db
    .insertInto('call_record')
    .values({
      dealer_id: owner.dealerId,
      customer_id: customerId,
      member_id: owner.memberId,
      started_at: app.now(),
      seconds: 60,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
async function buildShare(app: TestApp, { customer: { customerId }, member: owner }: Actor): Promise<number> {
  const { id } = await app.db
    .insertInto('test_share')
    .values({
      dealer_id: owner.dealerId,
      customer_id: customerId,
      series_id: 1201,
      driven_at: app.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const timelineOf = async (app: TestApp, { customer: { customerId } }: Actor) =>
  app.db
    .selectFrom('timeline')
    .select('id as beforeId')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()

const testCar: Walked = {
  of: (app, { member: { dealerId } }) => buildCar(app.db, app.now(), { dealerId }),
  answer: 'INVALID',
  colleague: 'the cars are the store’s',
  besides: { nextActivityType: 3, nextTestSpecId: 1201, nextMinutes: 30 },
}

export const walk = {
  list: {
    request: () => ({ pageStart: 1, pageCount: 10 }),
    roles: readers,
    ids: { saleIds: walked.filterOfMembers, customerIds: walked.filterOfCustomers },
  },
  viewCounts: {
    request: () => ({ queries: [{}] }),
    roles: readers,
    ids: { queries: { ...walked.filterOfMembers, as: (id) => [{ saleIds: String(id) }] } },
  },
  add: {
    request: (app) => newCustomer(app),
    limited: { none: 'a repurchase with another number draws on it, by the code that serves edit' },
    roles: openers,
    ids: {
      specIds: baseData,
      nextTestSpecId: baseData,
      oldCustomerId: { ...customer, besides: { newType: 2 } },
      nextCarId: testCar,
      assignMemberId: member,
      addPurchaseOldSeriesId: baseData,
    },
  },
  onFile: { request: () => ({ phone: '13900002222' }), roles: [...openers, 11] },
  get: {
    request: (_app, { customer: { customerId } }) => ({ customerId }),
    roles: fileReaders,
    ids: { customerId: customer },
  },
  timelines: {
    request: (_app, { customer: { customerId } }) => ({ customerId, beforeId: unknownId }),
    prepare: timelineOf,
    roles: fileReaders,
    ids: {
      customerId: customer,
      beforeId: { none: 'a place in the timeline of the customer that is named beside it' },
    },
  },
  peek: {
    request: (_app, { customer: { customerId } }) => ({ customerId }),
    roles: fileReaders,
    ids: { customerId: customer },
  },
  follow: {
    request: (app, actor) => phoneFollow(app, actor.customer),
    roles: sellers,
    ids: {
      ...onDeal,
      activityId: walked.activity,
      specIds: baseData,
      testSpecId: baseData,
      testCarId: { ...testCar, besides: { completedActivityType: 3, testSpecId: 1201 } },
      nextTestSpecId: baseData,
      nextCarId: testCar,
      failSeriesId: baseData,
    },
  },
  edit: {
    request(app, { customer: { customerId } }) {
      const {
        level: _level,
        nextActivityType: _type,
        nextDate: _date,
        otherSource: _source,
        ...values
      } = newCustomer(app)
      return {
        ...values,
        customerId,
        fromSource: 2,
        buyProvince: '浙江省',
        buyCity: '杭州市',
        buyArea: '西湖区',
      }
    },
    roles: sellers,
    ids: { customerId: customer, specIds: baseData, addPurchaseOldSeriesId: baseData },
  },
  remark: {
    request: (_app, { customer: { customerId } }) => ({ customerId, remark: '重点客户' }),
    roles: sellers,
    ids: onDeal,
  },
  mentionable: {
    request: (_app, { customer: { customerId } }) => ({ customerId }),
    roles: readers,
    ids: { customerId: customer },
  },
  markSms: {
    request: (_app, { customer: { customerId } }) => ({ customerId, noSms: true }),
    roles: sellers,
    ids: onDeal,
  },
  pause: {
    request: (_app, { customer: { customerId } }) => ({ customerId, resumeDuration: 7 }),
    roles: sellers,
    ids: onDeal,
  },
  resume: {
    request: (_app, { customer: { customerId } }) => ({ customerId }),
    prepare: (app, actor) => setDeal({ suspended_at: app.now() })(app, actor),
    roles: sellers,
    ids: onDeal,
  },
  reassign: {
    request: (_app, actor) => ({
      customerId: actor.customer.customerId,
      memberId: actor.member.memberId,
    }),
    prepare: async (app, { member: { dealerId } }) => ({
      memberId: (await buildMember(app.db, app.now(), { dealerId })).memberId,
    }),
    roles: admins,
    ids: { ...onDeal, memberId: member },
  },
  bulk: {
    request: (_app, { customer: { customerId } }) => ({
      action: 'tag',
      customerIds: String(customerId),
      addTags: '展会',
    }),
    limited: { filter: { key: '13900009999' } },
    roles: sellers,
    ids: {
      customerIds: { ...customer, answer: 'ignored', as: String },
      filter: {
        ...walked.filterOfMembers,
        answer: 'INVALID',
        as: (id) => ({ saleIds: String(id) }),
        besides: { customerIds: undefined },
      },
      memberId: { none: 'looked at of who may hand over only: bulk.test.ts names one of another store' },
    },
  },
  bulkStatus: {
    request: () => ({ bulkId: unknownId }),
    prepare: async (app, actor) => ({ bulkId: await begunBulk(app, actor) }),
    roles: readers,
    ids: { bulkId: { of: begunBulk, answer: 'NOT_FOUND' } },
  },
  batchReassign: {
    request: (_app, actor) => ({
      customerIds: String(actor.customer.customerId),
      memberId: actor.member.memberId,
    }),
    roles: [...admins, 7, 9],
    ids: { customerIds: { ...customer, answer: 'ignored', as: String }, memberId: member },
  },
  fail: {
    request: (_app, { customer: { customerId } }) => ({ customerId, failReason: 99, remark: '不买了' }),
    roles: sellers,
    ids: { ...onDeal, failSeriesId: baseData },
  },
  relive: {
    request: (app, actor) => ({
      customerId: actor.customer.customerId,
      memberId: actor.member.memberId,
      specIds: '1201',
      nextDate: dayStart(secondsOf(app.now())),
      remark: '又想买了',
    }),
    prepare: setDeal({ level: 'F' }),
    roles: sellers,
    ids: { ...onDeal, memberId: member, specIds: baseData, nextTestSpecId: baseData, nextCarId: testCar },
  },
  recall: {
    request: (app, { customer: { customerId } }) => ({
      customerId,
      completedDate: secondsOf(app.now()),
      contactStatus: 1,
      remark: '用车满意',
    }),
    prepare: setDeal({ level: 'D' }),
    roles: sellers,
    ids: { ...onDeal, activityId: walked.activity },
  },
  informCome: {
    request: (_app, { customer: { customerId } }) => ({ customerId }),
    roles: openers,
    ids: { customerId: customer },
  },
  updateTag: {
    request: (_app, { customer: { customerId } }) => ({ customerId, tag: '首购' }),
    roles: sellers,
    ids: { customerId: customer },
  },
  checkExist: {
    request: () => ({ phone: '13900002222' }),
    roles: readers,
    ids: { customerId: customer },
  },
  merge: {
    request: (_app, { customer: { customerId } }) => ({
      masterCustomerId: customerId,
      slaveCustomerId: unknownId,
    }),
    prepare: async (app, actor) => ({ slaveCustomerId: await another(app, actor) }),
    roles: sellers,
    ids: {
      masterCustomerId: customer,
      slaveCustomerId: { ...customer, of: another },
      ownerId: { ...member, answer: 'STALE' },
      activityId: walked.activity,
    },
  },
  testShareDetail: {
    request: () => ({ shareId: unknownId }),
    prepare: async (app, actor) => ({ shareId: await buildShare(app, actor) }),
    roles: fileReaders,
    ids: { shareId: { of: buildShare, answer: 'NOT_FOUND' } },
  },
  thirdCallDetail: {
    request: () => ({ callId: unknownId }),
    prepare: async (app, actor) => ({ callId: await buildCall(app, actor) }),
    roles: fileReaders,
    ids: { callId: { of: buildCall, answer: 'NOT_FOUND' } },
  },
} satisfies WalkOf<typeof rooms.customer>

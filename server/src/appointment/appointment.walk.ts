import type { rooms } from '@showroom/contract'
import { usualTexts } from '@showroom/contract/appointment/text.rules'
import { dayStart } from '@showroom/contract/kernel/day'
import { serial } from '../../test/serial.ts'
import type { TestApp } from '../../test/app.ts'
import { baseData, managers, walked } from '../../test/walks/walk.ts'
import type { Actor, Walked, WalkOf } from '../../test/walks/walk.ts'
import { secondsOf } from '../platform/clock.ts'
import { buildCar } from './appointment.factory.ts'

const car: Walked = {
  of: (app: TestApp, { member }: Actor) => buildCar(app.db, app.now(), { dealerId: member.dealerId }),
  answer: 'NOT_FOUND',
  colleague: 'the cars are the store’s',
}
/** Turns the customer's plan into a test drive. */
const planDrive = (app: TestApp, { customer }: Actor) =>
  app.db
    .updateTable('activity')
    .set({ type: 3, test_series_id: 1201 })
    .where('id', '=', customer.activityId)
    .execute()
async function buildDrive(app: TestApp, actor: Actor): Promise<number> {
  const { id } = await app.db
    .insertInto('test_drive')
    .values({
      dealer_id: actor.member.dealerId,
      activity_id: actor.customer.activityId,
      car_id: await buildCar(app.db, app.now(), { dealerId: actor.member.dealerId }),
      agreement: 2,
      out_at: app.now(),
      out_km: 100,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const tomorrowAtTen = (app: TestApp): number => dayStart(secondsOf(app.now())) + 34 * 3600

export const walk = {
  day: { roles: [1, 2, 3, 4, 5, 6, 7, 8, 9, 11], request: (app) => ({ day: tomorrowAtTen(app) }) },
  week: { roles: [1, 2, 3, 6, 9, 11], request: (app) => ({ day: tomorrowAtTen(app) }) },
  move: {
    roles: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    request: (app, { customer }) => ({
      customerId: customer.customerId,
      activityId: customer.activityId,
      startsAt: tomorrowAtTen(app),
      minutes: 30,
    }),
    async prepare(app, actor) {
      await planDrive(app, actor)
      return {}
    },
    ids: {
      customerId: walked.customer,
      activityId: walked.activity,
      carId: { ...car, answer: 'INVALID' },
    },
  },
  cancel: {
    roles: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    request: (_app, { customer }) => ({ customerId: customer.customerId, activityId: customer.activityId }),
    async prepare(app, actor) {
      await planDrive(app, actor)
      return {}
    },
    ids: { customerId: walked.customer, activityId: walked.activity },
  },
  cars: { roles: managers, request: () => ({}) },
  saveCar: {
    roles: managers,
    request: () => ({ seriesId: 1201, plate: `浙A${serial()}`, opensAt: 540, closesAt: 1080 }),
    ids: { carId: car, seriesId: baseData },
  },
  removeCar: {
    roles: managers,
    request: () => ({ carId: 0 }),
    prepare: async (app, actor) => ({ carId: await car.of(app, actor) }),
    ids: { carId: car },
  },
  drives: { roles: [1, 2, 3, 4, 5, 6, 7, 8, 9, 11], request: (app) => ({ day: tomorrowAtTen(app) }) },
  handOver: {
    roles: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    request: (_app, { customer }) => ({
      customerId: customer.customerId,
      activityId: customer.activityId,
      carId: 0,
      outKm: 100,
      agreement: 2,
    }),
    prepare: async (app, actor) => {
      await planDrive(app, actor)
      return { carId: await car.of(app, actor) }
    },
    ids: {
      customerId: walked.customer,
      activityId: walked.activity,
      carId: { ...car, answer: 'INVALID' },
    },
  },
  findDriver: {
    roles: [1, 2, 3, 4, 5, 6, 7, 8, 9, 11],
    request: () => ({}),
    ids: { customerId: { ...walked.customer, answer: 'ignored' } },
  },
  walkUp: {
    roles: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    request: (_app, { customer }) => ({
      customerId: customer.customerId,
      carId: 0,
      minutes: 30,
      outKm: 100,
      agreement: 2,
    }),
    prepare: async (app, actor) => ({ carId: await car.of(app, actor) }),
    ids: { customerId: walked.customer, carId: { ...car, answer: 'INVALID' } },
  },
  takeBack: {
    roles: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    request: () => ({ driveId: 0, backKm: 120 }),
    prepare: async (app, actor) => ({ driveId: await buildDrive(app, actor) }),
    ids: { driveId: { of: buildDrive, answer: 'NOT_FOUND' } },
  },
  agreement: { roles: [1, 2, 3, 4, 5, 6, 7, 8, 9, 11], request: () => ({}) },
  saveAgreement: { roles: managers, request: () => ({ content: '1. 本人持有有效的机动车驾驶证。' }) },
  paper: {
    roles: [1, 2, 3, 4, 5, 6, 7, 8, 9, 11],
    request: (_app, { customer }) => ({ activityId: customer.activityId }),
    async prepare(app, actor) {
      await planDrive(app, actor)
      return {}
    },
    ids: { activityId: { ...walked.activity, answer: 'NOT_FOUND' } },
  },
  pictures: {
    roles: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15],
    request: (_app, { customer }) => ({ activityId: customer.activityId }),
    async prepare(app, actor) {
      await buildDrive(app, actor)
      const { customerId, activityId } = actor.customer
      const row = {
        dealer_id: actor.member.dealerId,
        customer_id: customerId,
        activity_id: activityId,
        version: 1,
      }
      await app.db
        .insertInto('drive_paper')
        .values({ ...row, signature_key: 'image/1/drawn.png', handed_at: app.now() })
        .execute()
      return {}
    },
    ids: { activityId: { ...walked.activity, answer: 'NOT_FOUND' } },
  },
  correctDrive: {
    roles: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    request: () => ({ driveId: 0, outKm: 110 }),
    prepare: async (app, actor) => ({ driveId: await buildDrive(app, actor) }),
    ids: { driveId: { of: buildDrive, answer: 'NOT_FOUND' } },
  },
  texts: { roles: managers, request: () => ({}) },
  saveTexts: { roles: managers, request: () => ({ isOn: false, ...usualTexts }) },
  feed: { roles: [1, 2, 3, 4, 5, 6, 7, 8, 9, 11], request: () => ({}) },
  openFeed: { roles: [1, 2, 3, 4, 5, 6, 7, 8, 9], request: () => ({}) },
  closeFeed: { roles: [1, 2, 3, 4, 5, 6, 7, 8, 9], request: () => ({}) },
} satisfies WalkOf<typeof rooms.appointment>

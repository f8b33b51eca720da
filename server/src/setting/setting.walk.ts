import type { rooms } from '@showroom/contract'
import { serial } from '../../test/serial.ts'
import { storeBytes } from '../../test/sheets.ts'
import type { TestApp } from '../../test/app.ts'
import { byTurns, managers } from '../../test/walks/walk.ts'
import type { Actor, Walked, WalkOf } from '../../test/walks/walk.ts'
import { buildDealer, buildMember } from '../team/team.factory.ts'
import { writeXlsx } from '../platform/xlsx/xlsx.ts'

const blocked: Walked = {
  async of(app: TestApp, { member }: Actor) {
    const { id } = await app.db
      .insertInto('store_blocklist')
      .values({
        dealer_id: member.dealerId,
        mobile: `1390000${String(serial()).padStart(4, '0')}`,
        contacts: ['王经理 0571-88880000'],
        member_name: '顾问',
        created_at: app.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  answer: 'NOT_FOUND',
  colleague: 'the list is the store’s',
}

const sheet = (): Promise<Uint8Array> =>
  writeXlsx([
    {
      name: 'blc名单',
      columns: ['姓名', '手机号', '身份证号码', '联系人'].map((heading) => ({ heading, width: 12 })),
      rows: [['张三', '13811112222', '', '王经理']],
    },
  ])

const source: Walked = {
  async of(app: TestApp, { member }: Actor) {
    const { id } = await app.db
      .insertInto('custom_source')
      .values({ dealer_id: member.dealerId, name: `来源${serial()}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
  answer: 'NOT_FOUND',
  colleague: 'sources are the store’s',
}
/** A second store of the actor, so that the actor's own one stays as it is. */
const secondStore =
  (isClosed: boolean) =>
  async (app: TestApp, { member }: Actor) => {
    const storeId = await buildDealer(app.db)
    const seat = await buildMember(app.db, app.now(), { dealerId: storeId, role: 9 })
    await app.db
      .updateTable('member')
      .set({ account_id: member.accountId })
      .where('id', '=', seat.memberId)
      .execute()
    if (isClosed)
      await app.db.updateTable('dealer').set({ closed_at: app.now() }).where('id', '=', storeId).execute()
    return { storeId }
  }
const otherStore: Walked = {
  of: (app: TestApp) => buildDealer(app.db),
  answer: 'NOT_FOUND',
  colleague: 'the stores of an administrator',
}
const withSource = async (app: TestApp, actor: Actor) => ({ sourceId: await source.of(app, actor) })

export const walk = {
  profile: { roles: 'member', request: () => ({}) },
  topicList: { roles: 'member', request: () => ({}) },
  updateTopic: { roles: managers, request: () => ({ content: '周六晨会改到九点' }) },
  updateAddress: { roles: managers, request: () => ({ address: '文三路100号', phone: '0571-88886666' }) },
  waitingLeads: { roles: managers, request: () => ({}) },
  updatePolicy: { roles: managers, request: () => ({ online: 2 }) },
  checkStatus: { roles: 'member', request: () => ({}) },
  switchSalesLogin: { roles: managers, request: () => ({ forbit: true }) },
  updateSignSetting: { roles: managers, request: () => ({ inTime: '09:00', offTime: '18:30' }) },
  updateLeadLimits: { roles: managers, request: () => ({ clearMinutes: 20, followMinutes: 60 }) },
  updateFileLimits: { roles: managers, request: () => ({ maxMb: 10, quotaMb: 500 }) },
  updateDaily: { roles: managers, request: () => ({ isOn: true, time: '21:00' }) },
  switchRanking: { roles: managers, request: () => ({ enable: true }) },
  switchCityPool: { roles: managers, request: () => ({ enable: true }) },
  blockedList: { roles: managers, request: () => ({}) },
  addBlocked: { roles: managers, request: () => ({ mobile: '13800001111', contacts: ['王经理'] }) },
  removeBlocked: {
    roles: managers,
    request: () => ({ id: 1 }),
    prepare: async (app, actor) => ({ id: await blocked.of(app, actor) }),
    ids: { id: blocked },
  },
  importBlocked: {
    roles: managers,
    request: () => ({ file: 'z-backend/1/x.xlsx' }),
    limited: byTurns,
    prepare: async (app, { member }) => ({ file: await storeBytes(app, member, await sheet()) }),
  },
  addSource: { roles: managers, request: () => ({ name: '车友会' }) },
  updateSource: {
    roles: managers,
    request: () => ({ sourceId: 1, name: '车友会二群' }),
    prepare: withSource,
    ids: { sourceId: source },
  },
  deleteSource: {
    roles: managers,
    request: () => ({ sourceId: 1 }),
    prepare: withSource,
    ids: { sourceId: source },
  },
  stores: { roles: [9], request: () => ({}) },
  storeFacts: {
    roles: [9],
    request: () => ({ storeId: 1 }),
    prepare: secondStore(false),
    ids: { storeId: otherStore, intoId: otherStore },
  },
  closeStore: {
    roles: [9],
    request: () => ({ storeId: 1 }),
    prepare: secondStore(false),
    ids: { storeId: otherStore, successorId: otherStore },
  },
  openStore: {
    roles: [9],
    request: () => ({ storeId: 1 }),
    prepare: secondStore(true),
    ids: { storeId: otherStore },
  },
} satisfies WalkOf<typeof rooms.setting>

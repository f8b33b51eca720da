import { rooms } from '@showroom/contract'
import { errors } from '@showroom/contract/kernel/errors'
import { dayStart } from '@showroom/contract/kernel/day'
import { Flags, mayCall } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { signIn, storedHash } from '../../../test/sign-in.ts'
import {
  buildReceivingStore,
  buildSource,
  deliver,
  leadsOf,
  newLead,
  sendRaw,
} from '../../lead/intake.factory.ts'
import { listStores } from '../../platform/jobs/stores.repository.ts'
import { announceWork, listDue, readDelays } from '../../platform/queues/queue.repository.ts'
import { buildMember } from '../../team/team.factory.ts'
import { closeStore, openStore } from './network.close.ts'

/** A closed store is read and exported from, and nothing else happens in it. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const close = (code: string, successor?: string) =>
  closeStore(app.databaseUrl, { code, successor }, app.now())
const open = (code: string) => openStore(app.databaseUrl, code, app.now())

/** The calls that a closed store still takes besides those of the member's own. The rights of persons, reading numbers, and exports. */
const stillTaken = [
  'appointment.pictures',
  'audit.exportFile',
  'base.getUserInfo',
  'order.getUserInfo',
  'privacy.ask',
  'privacy.erase',
  'setting.closeStore',
  'setting.openStore',
]

it('lets admins and the group in to read and export, and no one change anything', async () => {
  const { dealerId, code } = await buildReceivingStore(app)
  const modules = ['客户管理', '企业管理', '前台流量', '销售订单', '线索分配']
  const build = (role: number) =>
    buildMember(app.db, app.now(), { dealerId, role, modules, passwordHash: storedHash, isActive: true })
  const roles = [1, 2, 9, 11, 3, 4, 5, 6, 7, 15]
  const members = new Map(await Promise.all(roles.map(async (role) => [role, await build(role)] as const)))
  const profileOf = (role: number) =>
    app.post(rooms.access.profile, members.get(role)?.token ?? '', { dealerId })
  const entersAs = async (role: number) => (await profileOf(role)).status === '0'
  for (const role of roles) expect(await entersAs(role), `role ${role} before`).toBe(true)
  expect(await close(code)).toContain('New leads are refused as for an unknown store, and kept for a replay.')
  for (const role of roles) expect(await entersAs(role), `role ${role}`).toBe([1, 2, 9, 11].includes(role))
  expect(await profileOf(4)).toMatchObject({
    code: errors.SESSION_GONE.code,
    detail: errors.LOGIN_CLOSED.text,
  })
  expect(await profileOf(1)).toMatchObject({ onlyReads: true, isClosed: true })
  expect(await signIn(app, members.get(4)?.mobile ?? '')).toMatchObject({ code: errors.LOGIN_CLOSED.code })
  expect(await signIn(app, members.get(1)?.mobile ?? '')).toMatchObject({
    status: '0',
    dealers: [{ dealerId, name: expect.stringContaining('（已停业）') as string }],
  })

  const token = members.get(2)?.token ?? ''
  const mutations = Object.entries<Readonly<Record<string, Call>>>(rooms).flatMap(([room, calls]) =>
    Object.entries(calls).flatMap(([name, call]) =>
      call.may !== 'public' && (call.writes || call.upload) ? [{ name: `${room}.${name}`, call }] : [],
    ),
  )
  expect(
    mutations
      .filter(({ call }) => call.whenClosed && call.may !== 'member')
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(stillTaken)
  const flags = Flags.parse(await app.post(rooms.access.profile, token, { dealerId }))
  for (const { name, call } of mutations.filter((one) => one.name !== 'access.logout')) {
    const { code: refused } = await app.post(call, token, {})
    expect(refused === errors.STORE_CLOSED.code, name).toBe(!call.whenClosed)
    // Pages offer no call that is refused.
    const offered = [1, 2, 9, 11].filter((role) => mayCall(call.may, { role, isAdmin: true, modules, flags }))
    expect(call.whenClosed ? [] : offered, name).toEqual([])
  }
  const day = dayStart(Math.floor(app.now().getTime() / 1000))
  expect(
    await app.post(rooms.report.exportExcel, token, { report: 'sales', beginTime: day, endTime: day }),
  ).not.toMatchObject({ code: errors.STORE_CLOSED.code })

  expect(await open(code)).toEqual([expect.stringMatching(/is open again/)])
  for (const role of roles) expect(await entersAs(role), `role ${role} after`).toBe(true)
  await expect(open(code)).rejects.toThrow(/is open\.$/)
})

it('sends new leads to the successor, or keeps them for a replay', async () => {
  const source = await buildSource(app.db)
  const [old, next, last] = [
    await buildReceivingStore(app),
    await buildReceivingStore(app),
    await buildReceivingStore(app),
  ]
  const send = async (code: string) => (await deliver(app, source, [newLead(code)])).receipts?.[0]
  // Every process knows the store by now, and still takes no lead for it once it is closed.
  expect(await send(old.code)).toMatchObject({ state: 'accepted' })
  await close(old.code, next.code)
  expect(await send(old.code)).toMatchObject({ state: 'accepted' })
  expect(
    [await leadsOf(app, old.dealerId), await leadsOf(app, next.dealerId)].map((all) => all.length),
  ).toEqual([1, 1])
  await expect(close(old.code, old.code)).rejects.toThrow(/does not succeed itself/)
  await expect(close(next.code, old.code)).rejects.toThrow(/is closed itself/)
  await expect(close('none')).rejects.toThrow('No store has the code none.')
  await close(next.code, last.code)
  await send(old.code)
  expect(await leadsOf(app, last.dealerId)).toHaveLength(1)

  await close(last.code)
  const delivery = await send(old.code)
  expect(delivery).toMatchObject({
    state: 'refused',
    errors: [{ path: 'dealerCode', text: '门店编码不存在' }],
  })
  await open(old.code)
  const replayed = await sendRaw(app, source, JSON.stringify({ receipts: [delivery?.receipt] }), {
    path: '/open/v1/leads/replay',
  })
  expect(replayed).toMatchObject({ receipts: [{ was: delivery?.receipt, state: 'accepted' }] })
  await app.app.intake.idle()
  expect(await leadsOf(app, old.dealerId)).toHaveLength(2)
})

it('leaves the work of jobs and queues until the store opens', async () => {
  const { dealerId, code } = await buildReceivingStore(app)
  await announceWork(app.db, 'pushes', [dealerId], new Date(app.now().getTime() - 60_000))
  await announceWork(app.db, 'persons', [dealerId], app.now())
  const dueOf = async () =>
    (await listDue(app.db, ['pushes', 'persons'], app.now()))
      .filter((one) => one.dealerId === dealerId)
      .map(({ queue }) => queue)
      .toSorted()
  expect(await dueOf()).toEqual(['persons', 'pushes'])
  await close(code)
  expect(await listStores(app.db)).not.toContain(dealerId)
  expect(await dueOf()).toEqual(['persons'])
  expect((await readDelays(app.db, app.now())).get('pushes')).toBe(0)
  await open(code)
  expect(await dueOf()).toEqual(['persons', 'pushes'])
})

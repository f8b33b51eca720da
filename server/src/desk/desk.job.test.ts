import { rooms } from '@showroom/contract'
import { noticePath } from '@showroom/contract/notice/notice.rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, testNow } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { topicsOf } from '../../test/live.ts'
import { buildMember } from '../team/team.factory.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import { buildDesk } from './desk.factory.ts'
import type { Desk } from './desk.factory.ts'
import { deskJobs } from './desk.job.ts'

/** Jobs that act on visits over time. */

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setNow(testNow)
  desk = await buildDesk(app)
})

const run = async (name: string): Promise<void> => {
  const jobs = deskJobs({ db: app.app.db, clock: app.now })
  await jobs.find((job) => job.name === name)?.run()
}
const warn = () => run('warn-of-waiting-visitors')
const arrive = async (name: string) => {
  const { customerId } = await buildCustomer(app, desk.first, { name })
  await desk.confirm(customerId)
  return desk.visitOf(name)
}

describe('a customer waiting over ten minutes', () => {
  it('is reported once to the managers, and to no one else', async () => {
    await topicsOf(app.app, desk.first, () => arrive('周启明'))
    app.advance(600)
    await warn()
    expect(await desk.toldTo(desk.manager)).toEqual([])
    app.advance(1)
    const topics = await topicsOf(app.app, desk.first, () => Promise.all([warn(), warn()]))
    expect(topics).toEqual(['desk'])
    expect(await topicsOf(app.app, desk.first, warn)).toEqual([])
    const { data = [] } = await app.post(rooms.notice.list, desk.manager.token, {})
    expect(data).toMatchObject([{ kind: 9, text: '周启明到店超过10分钟，还没有人接待', customerId: 0 }])
    expect(data.map((one) => noticePath(one))).toEqual(['/front/board'])
    expect(await desk.toldTo(desk.first)).toEqual(['周启明到店'])
    expect(await desk.toldTo(desk.desk)).toEqual([])
  })

  it('is reported together with others in one notice', async () => {
    await arrive('周一')
    await arrive('周二')
    app.advance(601)
    await warn()
    expect(await desk.toldTo(desk.manager)).toEqual(['周一等2位客户到店超过10分钟，还没有人接待'])
  })

  it('is not reported once received or gone, and is reported again after coming back', async () => {
    await desk.receive((await arrive('周一')).visitId, desk.first)
    const { visitId, customerId } = await arrive('周二')
    await desk.leave(visitId)
    app.advance(601)
    await warn()
    expect(await desk.toldTo(desk.manager)).toEqual([])
    await desk.confirm(customerId)
    app.advance(601)
    await warn()
    expect(await desk.toldTo(desk.manager)).toHaveLength(1)
  })
})

describe('the end of the day', () => {
  it('ends open visits at midnight', async () => {
    const { visitId } = await arrive('周一')
    await run('close-visits')
    expect((await desk.board()).data).toHaveLength(1)
    app.setNow(new Date('2026-11-19T07:00:00+08:00'))
    const { token } = await buildMember(app.db, app.now(), { dealerId: desk.dealerId })
    const of = { dealerId: desk.dealerId, token }
    expect(await topicsOf(app.app, of, () => run('close-visits'))).toEqual(['desk'])
    const row = await app.db
      .selectFrom('visit')
      .select('left_at')
      .where('id', '=', visitId)
      .executeTakeFirstOrThrow()
    expect(row.left_at).toEqual(new Date('2026-11-19T00:00:00+08:00'))
  })
})

import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildMember } from '../team/team.factory.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('a store has at most 100 templates, also if several members add one at the same time', async () => {
  const boss = await buildMember(app.db, app.now(), { role: 1 })
  const made = Array.from({ length: 98 }, (_, at) => ({
    dealer_id: boss.dealerId,
    subject: `模板${at}`,
    content: '您好',
    user_name: '经理',
    updated_at: app.now(),
  }))
  await app.db.insertInto('sms_template').values(made).execute()
  const add = (at: number) => app.post(rooms.sms.add, boss.token, { subject: `新${at}`, content: '您好' })
  const answers = await Promise.all([1, 2, 3, 4, 5].map(add))
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['-1', '-1', '-1', '0', '0'])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { askSmsCode } from '../../../test/sign-in.ts'
import { buildMember } from '../../team/team.factory.ts'
import { tidySignIns } from './tidy.job.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const at = (hours: number) => () => new Date(app.now().getTime() + hours * 3_600_000)

it('deletes expired sessions and codes and keeps others', async () => {
  const { accountId } = await buildMember(app.db, app.now())
  await askSmsCode(app, '15911110000')
  const left = async () => ({
    sessions: await app.db
      .selectFrom('session')
      .select('account_id')
      .where('account_id', '=', accountId)
      .execute(),
    codes: await app.db.selectFrom('sms_code').select('mobile').execute(),
  })
  await tidySignIns(app.db, at(0.9)).run()
  expect(await left()).toMatchObject({ sessions: [{}], codes: [{}] })
  await tidySignIns(app.db, at(1.1)).run()
  expect(await left()).toMatchObject({ sessions: [{}], codes: [] })
  await tidySignIns(app.db, at(12.1)).run()
  expect((await left()).sessions).toEqual([])
})

import { rooms } from '@showroom/contract'
import { expect, it } from 'vitest'
import { startFakeAliyun } from '../../test/aliyun.ts'
import { createTestApp } from '../../test/app.ts'
import { storedHash } from '../../test/sign-in.ts'
import { buildMember } from '../team/team.factory.ts'

it('brings the code of a real network to its member, and no answer tells it', async () => {
  const aliyun = await startFakeAliyun()
  const app = await createTestApp({ demo: false, outside: { sms: [aliyun.config] } })
  try {
    const { mobile } = await buildMember(app.db, app.now(), { passwordHash: storedHash })
    await app.post(rooms.access.captcha, '', { uniqueId: 'a' })
    const { answer } = await app.db.selectFrom('captcha').select('answer').executeTakeFirstOrThrow()
    const asked = await app.post(rooms.access.getSmsCode, '', { mobile, answer, uniqueId: 'a' })
    expect(asked).toMatchObject({ status: '0' })
    expect(asked.demoCode).toBeUndefined()
    await expect.poll(() => aliyun.sent.length).toBe(1)
    const kept = await app.db.selectFrom('sms_code').select('code').executeTakeFirstOrThrow()
    expect(aliyun.sent).toEqual([{ mobile, template: 'SMS_1', values: { code: kept.code } }])
  } finally {
    await app.close()
    await aliyun.close()
  }
})

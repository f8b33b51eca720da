import { createHash, randomInt } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { anyName } from './customers.ts'
import { mustPost, post } from './session.ts'
import type { Session } from './session.ts'
import { expect } from './test.ts'

/** Makes members by calls. */

/** A person outside the demo network, unique among parallel journeys. */
export const someone = () => ({
  name: anyName(),
  mobile: `152${String(randomInt(1e8)).padStart(8, '0')}`,
  identifyNo: '110101199001011237',
})

/** A member of the manager's store. */
export async function addMember(
  request: APIRequestContext,
  manager: Session,
  overrides: object = {},
): Promise<{ name: string; memberId: number }> {
  const person = someone()
  const body = { ...person, role: 4, modules: '客户管理,销售订单', ...overrides }
  const url = '/v2/appDealerManagerService/memberAdd'
  // One new member per two seconds: other journeys add members, too.
  let made: Record<string, unknown> = {}
  await expect
    .poll(async () => (made = await post(request, url, body, manager)).status, { timeout: 15_000 })
    .toBe('0')
  return { name: person.name, memberId: Number(made.memberId) }
}

/** Sets a new member's first password by calls, and signs in. */
export async function firstSession(request: APIRequestContext, mobile: string): Promise<Session> {
  const call = <Answer>(name: string, body: object) => mustPost<Answer>(request, name, body, '')
  const uniqueId = mobile
  const newPassword = createHash('sha256').update('Erste#2026').digest('hex')
  const { demoAnswer: answer } = await call<{ demoAnswer: string }>('/v2/appUserService/captcha', {
    uniqueId,
  })
  const codeRequest = { mobile, answer, uniqueId, purpose: 'password' }
  const { demoCode } = await call<{ demoCode: string }>('/v2/appUserService/getSmsCode', codeRequest)
  const reset = { mobile, smsCode: demoCode, newPassword }
  const { smsCode } = await call<{ smsCode: string }>('/v2/appUserService/changePassword', reset)
  const { token, profile } = await call<{ token: string; profile: Omit<Session, 'token'> }>(
    '/v2/appUserService/loginWithSmsCode',
    { mobile, password: newPassword, smsCode },
  )
  return { token, dealerId: profile.dealerId, memberId: profile.memberId }
}

import { randomInt } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { anyName } from './customers.ts'
import { post } from './session.ts'
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

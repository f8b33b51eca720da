import { expect, it } from 'vitest'
import { Refusal, Unreachable, Unsent } from '../client'
import { isExpired, isLate, refusalOf } from './rules'

const hour = 3_600_000

it('reads a response for 24 hours and sends a mutation for 23, and neither after the clock was set back', () => {
  const now = Date.now()
  const ages = [-2 * hour, 0, 22.9 * hour, 23.1 * hour, 24.1 * hour]
  expect(ages.map((age) => isExpired(now - age, now))).toEqual([true, false, false, false, true])
  expect(ages.map((age) => isLate(now - age, now))).toEqual([true, false, false, true, true])
})

it('tries again what did not reach the server, and gives up what it refused', () => {
  const tried = [
    new Unreachable('接口错误'),
    new Refusal({ status: '-100', code: 100, detail: '登录过期' }),
    new Refusal({ status: '-1', code: 429, detail: '操作过于频繁，请稍后再试' }),
    new Refusal({ status: '-1', code: 410, detail: '状态已变化，请刷新后重试' }),
    new Refusal({ status: '-2', code: 1004, detail: '王经理 0571-88880000' }),
    new Unsent('系统错误，请联系管理员！'),
  ]
  expect(tried.map(refusalOf)).toEqual([
    undefined,
    undefined,
    undefined,
    '状态已变化，请刷新后重试',
    '此客户在blc名单中，如有疑问请拨打（王经理 0571-88880000）',
    '系统错误，请联系管理员！',
  ])
})

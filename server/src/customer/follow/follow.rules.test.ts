import type { FollowInput } from '@showroom/contract/customer/follow.schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { followUps } from '../../../test/follow.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCustomer } from '../customer.factory.ts'

let app: TestApp
let by: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now(), { name: '许安' })
})
afterAll(() => app.close())

const { post, refused } = followUps(() => ({ app, by }))

describe('the form is refused with an error at the field for', () => {
  it.each<readonly [string, Partial<Record<keyof FollowInput, unknown>>, string, string]>([
    ['no series', { specIds: '' }, 'specIds', '请选择意向车型'],
    ['an unknown series', { specIds: '4711' }, 'specIds', '请选择意向车型'],
    ['six series', { specIds: '1201,1202,1203,1204,1205,1206' }, 'specIds', '最多选择5项'],
    [
      'an unknown competitor',
      { competitionSerieses: '1' },
      'competitionSerieses',
      '竞品车系不存在，请重新选择',
    ],
    ['no kind of contact', { contactType: 0 }, 'contactType', '请选择沟通方式'],
    ['the contact of a video with a plain call', { contactType: 6 }, 'contactType', '请选择沟通方式'],
    ['an unknown kind of contact', { contactType: 55 }, 'contactType', '请选择沟通方式'],
    ['no event', { event: undefined }, 'event', '请选择发生事件'],
    ['a quote of nothing', { event: 1 }, 'quote', '请输入报价金额'],
    ['a quote below 0', { event: 1, quote: -1 }, 'quote', '报价不能小于0'],
    ['a quote of thirds', { event: 1, quote: 0.333 }, 'quote', '最多两位小数'],
    ['an invitation to the store without date', { event: 2 }, 'reserveComeDate', '请选择预约到店时间'],
    ['an invitation to drive without date', { event: 3 }, 'reserveComeDate', '请选择预约到店时间'],
    ['a visit without length', { completedActivityType: 2 }, 'comeDuration', '请选择到店时长'],
    [
      'a visit of unknown length',
      { completedActivityType: 2, comeDuration: 55 },
      'comeDuration',
      '请选择到店时长',
    ],
    ['a test drive without car', { completedActivityType: 3 }, 'testSpecId', '请选择试驾车系'],
    [
      'a test drive with an unknown car',
      { completedActivityType: 3, testSpecId: 4711 },
      'testSpecId',
      '请选择试驾车系',
    ],
    ['a planned test drive without car', { nextActivityType: 3 }, 'nextTestSpecId', '请选择试驾车系'],
    ['dormancy without length', { isSuspend: true }, 'resumeDuration', '请选择自动唤醒时间'],
    [
      'dormancy of a length nobody offers',
      { isSuspend: true, resumeDuration: 8 },
      'resumeDuration',
      '请选择自动唤醒时间',
    ],
    ['no remark', { remark: undefined }, 'remark', '请输入备注'],
    ['no next follow-up', { nextActivityType: 0, nextDate: 0 }, 'nextActivityType', '请选择下次跟进'],
    ['no next follow-up (date)', { nextActivityType: 0, nextDate: 0 }, 'nextDate', '请选择跟进日期'],
    ['a next type without date', { nextDate: 0 }, 'nextDate', '下次跟进不为空，请选择跟进日期'],
    [
      'a date without next type',
      { nextActivityType: 0 },
      'nextActivityType',
      '跟进日期不为空，请选择下次跟进方式',
    ],
    ['an unknown level', { level: 'X' }, 'level', '请选择级别'],
    ['an unknown kind of follow-up', { completedActivityType: 7 }, 'completedActivityType', '请选择跟进方式'],
    [
      'a date beyond the level',
      { level: 'N', nextDate: 1_763_956_800 + 365 * 86_400 },
      'nextDate',
      '跟进日期超出该级别的可选范围',
    ],
  ])('%s', async (_what, overrides, path, text) => {
    const customer = await buildCustomer(app, by)
    expect(await refused(customer, overrides as Partial<FollowInput>)).toMatchObject({
      code: 400,
      errors: expect.arrayContaining([{ path, text }]),
    })
  })

  it('reports several problems at once', async () => {
    const customer = await buildCustomer(app, by)
    const { errors = [] } = await post(customer, {
      contactType: 0,
      event: 0,
      remark: '',
      specIds: '',
      nextActivityType: 0,
    })
    expect(errors.map((error) => error.path).toSorted()).toEqual([
      'contactType',
      'event',
      'nextActivityType',
      'remark',
      'specIds',
    ])
  })
})

import type { TimelineFacts } from '@showroom/contract/customer/timeline.schema'
import { expect, test } from 'vitest'
import { remarkOf, rowViewOf, partsOfText, type Words } from './rowView'

const named =
  (names: Readonly<Record<number, string>>) =>
  (code: number): string =>
    names[code] ?? ''
const words: Words = {
  activity: named({ 1: '沟通', 2: '到店', 8: '回访' }),
  contact: named({ 1: '电话' }),
  event: named({ 1: '报价', 2: '邀约到店', 4: '其他' }),
  stay: named({ 2: '30-60分钟' }),
  testResult: named({ 2: '一般' }),
  source: named({ 2: '自然到店' }),
  onlineSource: named({ 1: '车友之窗' }),
  failReason: named({ 6: '同城其他店购买' }),
  failSubReason: named({ 1: '他店' }),
}
const at = Date.UTC(2026, 10, 19, -8) / 1000
const view = (facts: TimelineFacts) => rowViewOf({ type: 1, facts, content: '' }, words)
const none = { text: '', chips: [], lines: [], next: undefined }

test('splits a talk into remark, details and next step', () => {
  const facts = {
    kind: 'followed',
    said: '要比价',
    contactType: 1,
    event: 1,
    quote: 168_800.5,
    nextType: 2,
    nextDate: at,
  } as const
  const asTold = {
    ...none,
    text: '要比价',
    chips: ['电话', '报价 168,800.50元'],
    next: { day: '2026-11-19', what: '到店' },
  }
  expect(view(facts)).toEqual(asTold)
  const content = '沟通方式：电话；发生事件：报价；报价168,800.50元；备注：要比价；下次跟进：2026-11-19 到店'
  expect(rowViewOf({ type: 1, facts: null, content }, words)).toEqual(asTold)
})

test('hides 其他 and 备注, and shows a reserved visit once', () => {
  const other = '沟通方式：微信；发生事件：其他；备注：问候；下次跟进：2026-11-19 沟通'
  expect(partsOfText(other)).toMatchObject({ text: '问候', chips: ['微信'] })
  const invited = {
    kind: 'followed',
    said: '周末来',
    event: 2,
    reserveComeDate: at,
    nextType: 2,
    nextDate: at,
  } as const
  expect(view(invited).chips).toEqual(['邀约到店'])
})

test('separates the outcome from the remark', () => {
  expect(partsOfText('沟通方式：电话；备注：出国；下周回来；转为休眠，30天后自动唤醒')).toMatchObject({
    text: '出国；下周回来',
    chips: ['电话', '转为休眠，30天后自动唤醒'],
  })
  const facts = {
    kind: 'followed',
    said: '买了',
    contactType: 1,
    failReason: 6,
    failSubReason: 1,
    failDealer: '城西店',
  } as const
  expect(view(facts).chips).toEqual(['电话', '同城其他店购买 / 他店', '城西店'])
})

test('reads a single sentence as the remark and parts as chips', () => {
  expect(partsOfText('回访未接通，稍后再联系。')).toEqual({
    text: '回访未接通，稍后再联系。',
    next: undefined,
  })
  expect(partsOfText('订单号：DD1；已提交审批').chips).toEqual(['DD1', '已提交审批'])
  expect(partsOfText('客户经理：许安 → 陈立航；备注：离职交接')).toMatchObject({
    text: '离职交接',
    chips: ['客户经理：许安 → 陈立航'],
  })
})

test('shows each change of a file on its own line', () => {
  const facts = { kind: 'edited', changes: '姓名：张 → 李\n微信已修改' } as const
  expect(view(facts)).toEqual({
    ...none,
    lines: ['姓名：张 → 李', '微信已修改'],
  })
})

test('shows events without a remark as chips', () => {
  expect(view({ kind: 'woken', isDue: true, nextType: 1, nextDate: at })).toEqual({
    ...none,
    chips: ['休眠到期'],
    next: { day: '2026-11-19', what: '沟通' },
  })
  expect(view({ kind: 'tagged', tags: '展会 置换', before: '展会 急购' }).chips).toEqual([
    '置换',
    '去掉 急购',
  ])
  expect(view({ kind: 'tagged', before: '急购' }).chips).toEqual(['清空标签'])
  expect(view({ kind: 'leadGiven', owner: '许安', why: '待跟进线索最少' }).chips).toEqual([
    '客户经理：许安',
    '待跟进线索最少',
  ])
  expect(view({ kind: 'recorded', seconds: 185 }).chips).toEqual(['通话 3分5秒'])
  const old = { type: 33, facts: null, content: '由许安唤醒' }
  expect(rowViewOf(old, words)).toEqual({ ...none, chips: ['由许安唤醒'] })
})

test("shows a repeated online request as the prospect's words with source and series as chips", () => {
  expect(view({ kind: 'leadRepeated', said: '想看混动', onlineSource: 1, series: '远途 L' })).toEqual({
    ...none,
    text: '想看混动',
    chips: ['车友之窗', '远途 L'],
  })
})

test('returns the remark of a follow-up for the task list', () => {
  const framed = '沟通方式：电话；发生事件：其他；备注：客户要比价；周末再来；下次跟进：2026-11-24 到店'
  expect(remarkOf(framed)).toBe('客户要比价；周末再来')
  expect(remarkOf('备注：看了两台车')).toBe('看了两台车')
  expect(remarkOf('回访未接通，稍后再联系。')).toBe('回访未接通，稍后再联系。')
  expect(remarkOf('备注：')).toBe('备注：')
})

import type { Notice } from '@showroom/contract/notice/notice.schema'
import { expect, test } from 'vitest'
import { gather } from './gather'

const late: Notice = {
  id: 0,
  kind: 9,
  text: '李婷悦到店超过10分钟，还没有人接待',
  customerId: 5,
  clueId: 0,
  orderId: 0,
  createdAt: 0,
  isRead: false,
}
const idsOf = (notices: readonly Notice[]): unknown => gather(notices).map(({ ids }) => ids)

test('equal notices are one, at the place of the newest; each notice is in one group', () => {
  const other = { ...late, id: 8, text: '王斌到店超过10分钟，还没有人接待' }
  const notices = [{ ...late, id: 9 }, other, { ...late, id: 7 }, { ...late, id: 6, kind: 5 as const }]
  expect(idsOf(notices)).toEqual([[9, 7], [8], [6]])
})

test('read and unread ones stay apart, so that the unread counts add up to the badge', () => {
  expect(idsOf([9, 8, 7, 6].map((id) => ({ ...late, id, isRead: id < 8 })))).toEqual([
    [9, 8],
    [7, 6],
  ])
})

test('a group opens the lead or order that all its notices share, otherwise the list; customers stay apart', () => {
  const two = (part: (id: number) => Partial<Notice>): Notice[] =>
    [9, 8].map((id) => ({ ...late, id, ...part(id) }))
  expect(gather(two(() => ({ clueId: 4 }))).map(({ notice }) => notice.clueId)).toEqual([4])
  const [several] = gather(two((id) => ({ clueId: id, orderId: id })))
  expect(several?.notice).toEqual({ ...late, id: 9, clueId: 0, orderId: 0 })
  expect(idsOf(two((id) => ({ customerId: id })))).toEqual([[9], [8]])
})

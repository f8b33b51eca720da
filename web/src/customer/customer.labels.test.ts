import type { CustomerRow } from '@showroom/contract/customer/list.schema'
import { addDays } from '@showroom/contract/kernel/day'
import { expect, test } from 'vitest'
import { nowSeconds } from '../api/clock'
import { dueOf, statusOf } from './customer.labels'

const row = { status: 2, isSuspend: false, waitingFailReview: false } as CustomerRow

test('shows dormancy or a pending review before the stage of the funnel', () => {
  expect(statusOf(row).text).toBe('已到店')
  expect(statusOf({ ...row, isSuspend: true }).text).toBe('休眠')
  expect(statusOf({ ...row, waitingFailReview: true })).toEqual({ text: '战败审核中', tone: 'due' })
})

test('marks a follow-up due on its day and overdue from the next', () => {
  const now = nowSeconds()
  expect(dueOf(0, now)).toBeNull()
  expect(dueOf(addDays(now, -3), now)).toMatchObject({ note: '逾期3天', tone: 'overdue' })
  expect(dueOf(addDays(now, 0), now)).toMatchObject({ note: '今天', tone: 'due' })
  expect(dueOf(addDays(now, 1), now)).toMatchObject({ note: '明天', tone: 'later' })
  expect(dueOf(addDays(now, 9), now)).toMatchObject({ note: '', tone: 'later' })
})

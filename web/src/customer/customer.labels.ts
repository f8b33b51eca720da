import { erasedFileText, statusNames } from '@showroom/contract/customer/customer.rules'
import type { CustomerRow } from '@showroom/contract/customer/list.schema'
import { daysFromToday, formatDay } from '../ui/day'

/** Values of `statusNames` in the list query that code refers to by name. */
export const customerStatus = { all: 0, visited: 2, ordered: 3, defeated: 5, dormant: 6 } as const

export function statusOf(row: CustomerRow): { text: string; tone: string } {
  if (row.isSuperseded) return { text: '已再购', tone: 'quiet' }
  if (row.waitingFailReview) return { text: '战败审核中', tone: 'due' }
  if (row.isSuspend) return { text: '休眠', tone: 'quiet' }
  const tones = ['quiet', 'plain', 'active', 'ordered', 'done', 'quiet', 'quiet']
  return { text: statusNames[row.status] ?? '', tone: tones[row.status] ?? 'quiet' }
}

/** Due state of a next follow-up: red when overdue, amber when due today. */
export function dueOf(
  nextFollowDate: number,
  now: number,
): { text: string; note: string; tone: 'overdue' | 'due' | 'later' } | null {
  if (!nextFollowDate) return null
  const days = daysFromToday(nextFollowDate, now)
  const text = formatDay(nextFollowDate)
  if (days < 0) return { text, note: `逾期${-days}天`, tone: 'overdue' }
  if (days === 0) return { text, note: '今天', tone: 'due' }
  return { text, note: days === 1 ? '明天' : days === 2 ? '后天' : '', tone: 'later' }
}

/** True if the customer can be followed up in this deal now: not lost, not dormant, not under review, not followed by another deal. */
export const mayBeFollowed = (row: CustomerRow): boolean =>
  row.level !== 'F' && !row.isSuspend && !row.waitingFailReview && isOpen(row)

/** Why no action is offered on a row; empty for the others. */
export const barredOf = ({ isSuperseded, isErased }: CustomerRow): string =>
  isSuperseded ? '客户已再购，请在其当前商机上操作' : isErased ? erasedFileText : ''

/** Whether actions are offered on a row. */
export const isOpen = (row: CustomerRow): boolean => barredOf(row) === ''

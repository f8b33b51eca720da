import { month, today } from '@showroom/contract/attendance/attendance.api'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import type { QueryClient } from '@tanstack/react-query'
import { keyOf, queryOf } from '../api/query'

export const todayQuery = () => queryOf(today, {})

/** `of` is YYYY-MM. */
export const monthQuery = (of: string) => queryOf(month, { month: of })

/** Stores the response of a sign, which is the updated day. */
export function keepToday(queries: QueryClient, answer: AnswerOf<typeof today>): void {
  queries.setQueryData(todayQuery().queryKey, answer)
  void queries.invalidateQueries({ queryKey: keyOf(month) })
}

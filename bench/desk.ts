import { rooms } from '@showroom/contract'
import { lastDays } from '@showroom/contract/kernel/day'
import { now, pick, twoCharacters } from './scenarios.ts'
import type { Scenario } from './scenarios.ts'

/**
 * The front desk: its list on opening and by its usual searches, the board, and the search for arriving customers.
 */

const many = (count: number, body: () => object): Promise<object[]> =>
  Promise.resolve(Array.from({ length: count }, body))
const today = () => ({ createdDate: lastDays(now(), 0) })
const lastDigits = (): string => String(1000 + Math.floor(Math.random() * 9000))

export const deskScenarios: readonly Scenario[] = [
  { name: 'front desk, today', call: rooms.desk.list, bodies: async () => [today()] },
  {
    name: 'front desk, a month by next follow-up',
    call: rooms.desk.list,
    bodies: async () => [{ createdDate: lastDays(now(), 29), orderType: 5 }],
  },
  { name: 'front desk, all time, 50 rows', call: rooms.desk.list, bodies: async () => [{ pageCount: 50 }] },
  { name: 'front desk, board', call: rooms.desk.getBoard, bodies: async () => [{}] },
  {
    name: 'front desk, who has come by name',
    call: rooms.desk.search,
    bodies: (_, count) => many(count, () => ({ key: pick(twoCharacters) })),
    textsDiffer: true,
  },
  {
    name: 'front desk, who has come by last digits',
    call: rooms.desk.search,
    bodies: (_, count) => many(count, () => ({ key: lastDigits() })),
    textsDiffer: true,
  },
]

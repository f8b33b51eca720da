import type { PersonalTables } from '../platform/personal/personal.ts'

/** The room keeps nothing about customers. */
export const reportPersonal: PersonalTables = {
  rank_question: 'cities and days',
  dealer_rank: 'numbers of a store',
  morning_report: 'hours at which members are sent numbers',
}

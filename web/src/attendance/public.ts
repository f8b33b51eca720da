/** What other rooms may use of attendance. */
export { DayRow as SignedDay } from './MonthPanel'

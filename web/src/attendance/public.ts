/** Parts of attendance that other rooms may use. */
export { DayRow as SignedDay } from './MonthPanel'

export { countMeasures } from './measures/count.ts'
export type { Counted, Question, Span } from './measures/count.ts'
export { counted, countedRows, mainSeriesOfOrder } from './measures/rows.ts'

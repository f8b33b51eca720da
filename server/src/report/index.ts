export { countMeasures } from './measures/count.repository.ts'
export type { Counted, Question, Span } from './measures/count.repository.ts'
export { counted, countedRows, mainSeriesOfOrder, seriesThen } from './measures/rows.repository.ts'
export { listMembers as listReportMembers } from './row.repository.ts'

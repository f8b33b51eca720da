/** What both sides know of the reports. */

/** Person-days of attendance. */
export const signMeasures = ['due', 'actual', 'absent', 'late', 'early', 'outside'] as const
export type SignMeasure = (typeof signMeasures)[number]
export const signLabels: Readonly<Record<SignMeasure, string>> = {
  due: '应出勤',
  actual: '实际出勤',
  absent: '缺勤',
  late: '迟到',
  early: '早退',
  outside: '外勤',
}

/** The row 合计: each measure over all rows. */
export const sumOf = <Measure extends string>(
  rows: readonly Readonly<Record<Measure, number>>[],
  measures: readonly Measure[],
): Record<Measure, number> =>
  Object.fromEntries(
    measures.map((measure) => [measure, rows.reduce((sum, row) => sum + row[measure], 0)]),
  ) as Record<Measure, number>

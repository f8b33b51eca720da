import { signLabels, signMeasures, sumOf } from '@showroom/contract/report/report.rules'
import type { SignRow } from '@showroom/contract/report/report.schema'
import { listDays, sumSigns } from '../attendance/index.ts'
import { secondsOf } from '../platform/clock.ts'
import type { ExportColumn, ExportDeps } from '../platform/export/export.ts'
import type { Context } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import { exportReport, nameOf } from './book.ts'
import { daysOf, spanOf } from './days.ts'
import { hasMember } from './report.repository.ts'

interface Range {
  readonly dateStart: number
  readonly dateEnd: number
}

const columns: readonly ExportColumn<SignRow>[] = [
  { heading: '姓名', width: 16, of: nameOf },
  ...signMeasures.map((measure) => ({
    heading: signLabels[measure],
    width: 10,
    of: (row: SignRow) => row[measure],
  })),
]

/** Attendance by member in person-days; as a workbook on request. */
export async function sumAttendance(
  context: Context,
  deps: ExportDeps,
  { isExport, ...range }: Range & { readonly isExport: number },
): Promise<{ sums: SignRow[]; filePath?: string }> {
  const { db, session, now } = context
  const span = spanOf(range, now)
  const sums = await sumSigns(db, session.scope, { ...daysOf(span), now })
  if (isExport === 0) return { sums }
  const total = { memberId: 0, name: '合计', isLeft: false, ...sumOf(sums, signMeasures) }
  const filePath = await exportReport(context, deps, {
    name: '签到统计',
    span,
    columns,
    rows: [...sums, total],
  })
  return { sums, filePath }
}

/** Lists the days of one member behind those numbers. */
export async function listSignDays(
  { db, session, now }: Context,
  { memberId, ...range }: Range & { readonly memberId: number },
) {
  if (!(await hasMember(db, session.scope, memberId))) throw new Refusal('NOT_FOUND')
  const { dealerId } = session
  return {
    now: secondsOf(now),
    data: await listDays(db, { dealerId, memberId }, { ...daysOf(spanOf(range, now)), now }),
  }
}

import { dayText } from '@showroom/contract/kernel/day'
import { maskText } from '@showroom/contract/kernel/mask'
import { auditKinds, exceptSignIns } from '@showroom/contract/kernel/audit'
import { auditMost, exportKeptDays } from '@showroom/contract/audit/audit.schema'
import type { AuditList, AuditRow } from '@showroom/contract/audit/audit.schema'
import type { z } from 'zod'
import { audit } from '../platform/auditing/audit.ts'
import { secondsOf } from '../platform/clock.ts'
import { exportableList, timeText } from '../platform/export/export.ts'
import type { ExportColumn, ExportDeps } from '../platform/export/export.ts'
import { wording } from '../platform/export/export.words.ts'
import type { Context, Preparing } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import * as repository from './audit.repository.ts'
import { titleOf, withoutMember, wordsOf } from './audit.words.ts'

type Query = z.output<typeof AuditList>

const columns: readonly ExportColumn<AuditRow>[] = [
  { heading: '时间', width: 18, of: (row) => timeText(row.createdAt) },
  { heading: '成员', width: 12, of: (row) => row.userName },
  { heading: '操作', width: 16, of: (row) => row.title },
  { heading: '对象', width: 20, of: (row) => row.recordName || row.record },
  { heading: '内容', width: 50, of: (row) => row.detail },
  { heading: 'IP', width: 18, of: (row) => row.ip },
]

const kindNames = Object.fromEntries(
  [...Object.values(auditKinds), exceptSignIns].map(({ value, title }) => [value, title]),
)

const words = {
  createdDate: wording.days('时间'),
  memberId: wording.member('成员'),
  kind: wording.choice('类型', kindNames),
  record: wording.text('对象'),
}

/** The audit as a page or a workbook: member, action, record and IP. Exporting it is itself audited. */
export const exportableAudit = (deps: ExportDeps) =>
  exportableList<Query, { data: AuditRow[]; total: number }, AuditRow>(deps, {
    name: '操作记录',
    columns,
    words,
    page: async (context, query) => {
      const offset = repository.offsetOf(query)
      const total = await repository.countAudit(context.db, context.session.scope, query)
      // Reads no rows beyond the counted ones, as that would scan everything before them.
      const data =
        offset > auditMost ? [] : await readRows(context, query, { limit: query.pageCount, offset })
      return { data, total }
    },
    rows: (context, query, limit) => readRows(context, query, { limit, offset: 0 }),
  })

async function readRows(
  { db, session, catalogue }: Context,
  query: Query,
  page: { readonly limit: number; readonly offset: number },
): Promise<AuditRow[]> {
  const [rows, members] = [
    await repository.listAudit(db, session.scope, query, page),
    await repository.readMemberNames(db, session.scope),
  ]
  const names = {
    member: (id: number) => members.get(id) ?? '',
    role: (role: number) => catalogue.display('dealerMemberRoles', role),
  }
  return rows.map(({ action, detail, ...row }) => ({
    ...row,
    title: titleOf(action),
    userName: row.userName || withoutMember(action),
    detail: maskText(wordsOf(action, row.record, detail, names)),
  }))
}

/** Returns the log row of an export, which never changes, and whether its file still exists. */
export async function findExportFile({ db, session, now }: Preparing, { files }: ExportDeps, id: number) {
  const entry = await repository.findExport(db, session.scope, id)
  if (!entry) throw new Refusal('NOT_FOUND')
  const isKept = now.getTime() - entry.createdAt.getTime() < exportKeptDays * 86_400_000
  return { ...entry, isThere: isKept && (await files.size(entry.fileKey)) !== undefined }
}

/** Issues a download link for a past export to the requesting member; rejects with EXPORT_GONE if the file has expired. */
export async function fetchExport(
  context: Context,
  { downloads }: ExportDeps,
  { isThere, createdAt, exportName, fileKey: key }: Awaited<ReturnType<typeof findExportFile>>,
) {
  const { session, now, may } = context
  if (!isThere) throw new Refusal('EXPORT_GONE')
  await audit(context, 'export-again', key, { exportName })
  const fileName = `${exportName}-${dayText(secondsOf(createdAt))}.xlsx`
  return { filePath: downloads.link({ key, memberId: session.memberId, fileName, may }, now) }
}

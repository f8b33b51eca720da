import { mayCall } from '@showroom/contract/kernel/call'
import type { May } from '@showroom/contract/kernel/call'
import { dayText, inShanghai } from '@showroom/contract/kernel/day'
import { exportMaxRows } from '@showroom/contract/kernel/export'
import { writeAudit } from '../auditing/audit.ts'
import { secondsOf } from '../clock.ts'
import { transact } from '../db/client.ts'
import { insertExport } from './export.repository.ts'
import type { Downloads } from '../files/download.ts'
import type { FileStore } from '../files/files.ts'
import { exportKey } from '../files/files.ts'
import { RawJson } from '../http/answer.ts'
import { askedOf } from './export.words.ts'
import type { Asked, Wording } from './export.words.ts'
import type { Context } from '../http/handler.ts'
import { lookUpKey } from '../limits/number-search.ts'
import { Refusal } from '../refusal.ts'
import { writeXlsx } from '../xlsx/xlsx.ts'
import type { Cell, Column } from '../xlsx/xlsx.ts'

/** Exports of lists as workbooks. */

export interface ExportDeps {
  readonly files: FileStore
  readonly downloads: Downloads
}

/** A column of the workbook and its cell for a row. */
export type ExportColumn<Row> = Column & { of(row: Row): Cell }

/** Query fields that control paging and order, and filter nothing. */
type Reading = 'dealerId' | 'pageStart' | 'pageCount' | 'pageId' | 'pageSize' | 'orderType' | 'isExport'

interface ExportableList<Query, Page, Row> {
  /** Name of the file, its sheet and the log entry. */
  readonly name: string
  readonly columns: readonly ExportColumn<Row>[]
  /** Describes every filter of the query for the log. */
  readonly words: Readonly<Record<Exclude<keyof Query & string, Reading>, Wording>>
  /** Reads a page of the list and its total. */
  readonly page: (context: Context, query: Query) => Promise<Page>
  /** Reads the list's first rows, ignoring the requested page. */
  readonly rows: (context: Context, query: Query, limit: number) => Promise<readonly Row[]>
}

/**
 * Handler of a list that exports a workbook when `isExport` is set: for admins, logged and audited, up to `exportMaxRows` rows
 * (EXPORT_TOO_MANY beyond). The response then holds the link and no rows. A keyword that may be a phone number counts against the limit of
 * number searches.
 */
export const exportableList =
  <Query extends { isExport: number; key?: string }, Page extends { total: number }, Row>(
    deps: ExportDeps,
    { name, columns, words, page, rows: readRows }: ExportableList<Query, Page, Row>,
  ) =>
  async (
    context: Context,
    query: Query,
  ): Promise<Page | { data: RawJson; total: number; filePath: string }> => {
    const read = (): Promise<Page> => page(context, query)
    if (query.isExport === 0) return lookUpKey(context, query.key ?? '', read, ({ total }) => total === 0)
    if (!context.session.isAdmin) throw new Refusal('FORBIDDEN')
    const all = () => readRows(context, query, exportMaxRows + 1)
    const rows = await lookUpKey(context, query.key ?? '', all, ({ length }) => length === 0)
    if (rows.length > exportMaxRows) throw new Refusal('EXPORT_TOO_MANY')
    const filter = await askedOf(context, query, words)
    const filePath = await exportRows(context, deps, {
      name,
      columns,
      rows,
      filter,
      may: { admin: true },
    })
    return { data: new RawJson('[]'), total: rows.length, filePath }
  }

interface Export<Row> extends Pick<ExportableList<never, never, Row>, 'name' | 'columns'> {
  readonly rows: readonly Row[]
  readonly filter: readonly Asked[]
  /** Lines above the headings. */
  readonly head?: readonly string[]
  /** Rights required to download the file; by default those of the call. */
  readonly may?: May
}

/** Writes the workbook, the export log (/manager/export-list) and the audit. Returns a link that only this member can use. */
export async function exportRows<Row>(
  context: Context,
  { files, downloads }: ExportDeps,
  { name, columns, rows, filter, head = [], may = context.may }: Export<Row>,
): Promise<string> {
  const { db, session, now, ip } = context
  // Reading the rows may have taken long, so the right is checked again.
  if (!mayCall(may, await context.stillMay())) throw new Refusal('FORBIDDEN')
  const { dealerId, memberId, accountId, memberName } = session
  const cells = rows.map((row) => columns.map((column) => column.of(row)))
  const key = exportKey(dealerId)
  await files.write(key, await writeXlsx([{ name, head, columns, rows: cells }]))
  const recordTotal = rows.length
  await transact(db, async (trx) => {
    await insertExport(trx, session.scope, { name, memberName, recordTotal, key, filter, now })
    const detail = { exportName: name, recordTotal, asked: filter }
    await writeAudit(trx, {
      dealerId,
      memberId,
      accountId,
      action: 'export',
      record: key,
      ip,
      detail,
      at: now,
    })
  })
  return downloads.link({ key, memberId, fileName: `${name}-${dayText(secondsOf(now))}.xlsx`, may }, now)
}

/** E.g. 2026-11-18 12:00, in Asia/Shanghai; empty for 0. */
export const timeText = (seconds: number): string =>
  seconds ? inShanghai(seconds).toISOString().slice(0, 16).replace('T', ' ') : ''

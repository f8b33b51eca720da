import { dayText } from '@showroom/contract/kernel/day'
import { writeAudit } from './audit.ts'
import { secondsOf } from './clock.ts'
import type { Downloads } from './files/download.ts'
import type { FileStore } from './files/files.ts'
import { exportKey } from './files/files.ts'
import type { Context } from './http/handler.ts'
import { writeXlsx } from './xlsx/xlsx.ts'
import type { Column } from './xlsx/xlsx.ts'

/** Lists that leave the store as a workbook (document 4, sections 2 and 3). */

export interface ExportDeps {
  readonly files: FileStore
  readonly downloads: Downloads
}

export interface Export<Row> {
  /** Of the file, its sheet and the log's row. */
  readonly name: string
  readonly columns: readonly (Column & { of(row: Row): string })[]
  readonly rows: readonly Row[]
}

/** Writes the workbook, the log of what left the store (/manager/export-list) and the audit; returns the member's own link. */
export async function exportRows<Row>(
  { db, session, now, ip }: Context,
  { files, downloads }: ExportDeps,
  { name, columns, rows }: Export<Row>,
): Promise<string> {
  const { dealerId, memberId, accountId, memberName } = session
  const cells = rows.map((row) => columns.map((column) => column.of(row)))
  const key = exportKey(dealerId)
  await files.write(key, await writeXlsx([{ name, columns, rows: cells }]))
  const recordTotal = rows.length
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('export_log')
      .values({
        dealer_id: dealerId,
        created_at: now,
        export_name: name,
        member_id: memberId,
        user_name: memberName,
        record_total: recordTotal,
        file_key: key,
      })
      .execute()
    const detail = { exportName: name, recordTotal }
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
  return downloads.link({ key, memberId, fileName: `${name}-${dayText(secondsOf(now))}.xlsx` }, now)
}

/** 2026-11-18 12:00, in Asia/Shanghai; empty for none. */
export const timeText = (seconds: number): string =>
  seconds ? new Date((seconds + 28_800) * 1000).toISOString().slice(0, 16).replace('T', ' ') : ''

import { isAdminRole, role } from '@showroom/contract/access/access.rules'
import { importState, importTexts, importWay } from '@showroom/contract/transfer/transfer.schema'
import type { ImportWay } from '@showroom/contract/transfer/transfer.schema'
import { startImport, undoImport } from '@showroom/contract/transfer/transfer.api'
import type { Call } from '@showroom/contract/kernel/call'
import { maskText } from '@showroom/contract/kernel/mask'
import { audit } from '../../platform/auditing/audit.ts'
import { RightLost } from '../../platform/jobs/behalf.ts'
import type { Behalf, Revocation } from '../../platform/jobs/behalf.ts'
import { secondsOf } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CatalogueSource } from '../../platform/export/catalogue.ts'
import { isUnstorable, transact } from '../../platform/db/client.ts'
import type { Database, Executor } from '../../platform/db/client.ts'
import type { FileStore } from '../../platform/files/files.ts'
import type { Acting } from '../../platform/http/handler.ts'
import type { Logger } from '../../platform/observe/log.ts'
import { Interrupted, openLeased, progress, release } from '../../platform/queues/leased.ts'
import type { Queues, StoreWork } from '../../platform/queues/queues.ts'
import { mintJobScope } from '../../platform/session/session.ts'
import { checkRows, openRows, undoRows, updateRows } from './import.rows.ts'
import type { UpdateRow } from './import.rows.ts'
import { addFollows, checkFollows, readFollows } from '../follow/follow.service.ts'
import { countFollows, insertFollows, listWaitingFollows } from '../follow/follow.repository.ts'
import type { CheckedFollow } from '../follow/follow.repository.ts'
import { readWorkbook } from './import.read.ts'
import { imports, listWrong, rowState, setOutcomes } from './import.repository.ts'
import type { ClaimedImport, PendingRow } from './import.repository.ts'
import { keptOf } from './import.table.ts'
import { writeFailed } from './import.workbook.ts'
import { readNames } from '../match/match.repository.ts'
import { countUndone } from '../update/update.repository.ts'
import { holdTeam, notifyStopped } from '../../team/index.ts'
import * as repository from './import.repository.ts'

/** Rows checked, and rows imported, per transaction, so that other requests can run in between. */
const checkBatch = 250
const openBatch = 100
/** Updates can be undone for a day. */
const undoableMs = 24 * 3_600_000

export interface ImportDeps {
  readonly db: Database
  readonly queues: Pick<Queues, 'open'>
  readonly catalogue: CatalogueSource
  readonly files: FileStore
  readonly behalf: Behalf
  readonly clock: Clock
  readonly log: Logger
}

/**
 * Processes queued imports. Each batch and its progress commit in one transaction, so that a kill loses and repeats nothing. A process
 * holds an import by a lease, and another takes over when that expires. An import is stopped for good when its member loses the right.
 */
export const createImportWork = (deps: ImportDeps): StoreWork =>
  openLeased(deps, imports, (claimed, isStopping) => new ImportRun(deps, claimed, isStopping).go())

class ImportRun {
  private readonly deps: ImportDeps
  private readonly claimed: ClaimedImport
  private readonly isStopping: () => boolean

  constructor(deps: ImportDeps, claimed: ClaimedImport, isStopping: () => boolean) {
    this.deps = deps
    this.claimed = claimed
    this.isStopping = isStopping
  }

  /** Runs one turn: the check of the whole sheet, whose size is limited, or one batch of rows to import. */
  async go(): Promise<void> {
    const { state, isDirect } = this.claimed
    try {
      const hasMore =
        state === importState.running
          ? await this.open()
          : state === importState.undoing
            ? await this.undo()
            : (await this.check()) && isDirect
      if (hasMore) await release(this.deps.db, imports, this.claimed)
    } catch (error) {
      if (error instanceof RightLost)
        return await (state === importState.undoing
          ? this.endUndo(error.revocation)
          : this.finish(error.revocation))
      if (!isUnstorable(error)) throw error
      // A retry would fail again, and must not block other members' imports.
      this.deps.log.error({ err: error, importId: this.claimed.id }, 'import failed')
      await this.change({
        state: importState.refused,
        refusal: importTexts.unreadable,
        finished_at: this.deps.clock(),
        lease_until: null,
      })
    }
  }

  /**
   * Updates the import and extends the lease, in the transaction of the work. Throws Interrupted if the process is stopping or another
   * has claimed the import.
   */
  private async change(values: repository.ImportValues, db: Executor = this.deps.db): Promise<void> {
    if (this.isStopping()) throw new Interrupted()
    await progress(db, imports, this.claimed, values, this.deps.clock())
  }

  /** Runs a transaction as the importing member, while that member may import, or update. */
  private batch<Result>(work: (acting: Acting) => Promise<Result>, of?: Call): Promise<Result> {
    const { way, state } = this.claimed
    const updates = way !== importWay.onlyNew || state === importState.undoing
    return this.deps.behalf.batch(this.claimed, of ?? (updates ? undoImport : startImport), work)
  }

  /** Reads the sheet and checks every row. Returns false if the whole file is refused. */
  private async check(): Promise<boolean> {
    const { db, clock } = this.deps
    const catalogue = await this.deps.catalogue.get()
    const { isDirect, way } = this.claimed
    const jobScope = mintJobScope(this.claimed.dealerId, 0)
    const names = await readNames(db, jobScope, catalogue)
    const read = await readWorkbook(this.deps, this.claimed, names)
    if ('refusal' in read) {
      const refused = { state: importState.refused, refusal: read.refusal }
      await this.change({ ...refused, finished_at: clock(), lease_until: null })
      return false
    }
    if ('open' in read) {
      const open = { state: importState.matching, sheet_table: JSON.stringify(read.open) }
      await this.change({ ...open, lease_until: null })
      return false
    }
    const { rows, table } = read
    const nowSeconds = secondsOf(clock())
    const follows = read.follows && readFollows(read.follows, names, nowSeconds)
    // In one transaction: otherwise another process could take the import over, and lose its rows to this one.
    await transact(db, async (trx) => {
      await this.change(
        {
          row_total: rows.length,
          done_total: 0,
          sheet_table: table && JSON.stringify(table),
          follow_table: read.follows ? JSON.stringify(keptOf(read.follows)) : null,
        },
        trx,
      )
      await repository.deleteRows(trx, this.claimed)
    })
    const by = {
      catalogue,
      names,
      storeCity: this.claimed.city,
      nowSeconds,
      isOwner: this.claimed.memberRole !== role.frontDesk,
      seen: new Set<string>(),
    }
    for (let at = 0; at < rows.length; at += checkBatch) {
      await this.batch(async ({ db: trx, session: { scope, dealer } }) => {
        const amending = way > importWay.onlyNew && { ...by, way: way as ImportWay, storeCity: dealer.city }
        const rowsNow = rows.slice(at, at + checkBatch)
        const checked = await checkRows(trx, { ...by, scope, ...(amending && { amending }) }, rowsNow)
        await repository.insertRows(trx, this.claimed, checked)
        await this.change({ done_total: at + checked.length }, trx)
      })
    }
    // Only admins import follow-ups: an unknown mobile reveals which numbers are on file.
    if (follows && isAdminRole(this.claimed.memberRole)) await this.checkFollows(follows, by.seen)
    const counts = await repository.countRows(db, this.claimed)
    const followCounts = await countFollows(db, this.claimed, !isDirect)
    await this.change({
      ...followCounts,
      ...totalsOf(counts),
      state: isDirect ? importState.running : importState.checked,
      done_total: isDirect ? 0 : rows.length,
      success_total: isDirect ? 0 : counts.waiting,
      update_total: counts.toUpdate,
      failed_key: isDirect ? '' : await this.writeFailed(),
      ...(!isDirect && { lease_until: null }),
    })
    return true
  }

  private async checkFollows(follows: readonly CheckedFollow[], made: ReadonlySet<string>): Promise<void> {
    for (let at = 0; at < follows.length; at += checkBatch)
      await this.batch(async ({ db: trx, session: { scope } }) => {
        const rows = await checkFollows(trx, scope, follows.slice(at, at + checkBatch), made)
        await insertFollows(trx, this.claimed, rows)
        await this.change({}, trx)
      }, undoImport)
  }

  private async writeFailed(): Promise<string> {
    const { db, files } = this.deps
    const rows = await listWrong(db, 'customer_import_row', this.claimed)
    const follows = await listWrong(db, 'import_follow', this.claimed)
    const left = await repository.listLeft(db, this.claimed)
    return rows.length + follows.length + left.length > 0
      ? writeFailed(files, this.claimed, { rows, follows, left })
      : ''
  }

  /** Imports the next batch of waiting rows and finishes the import after the last one. Returns whether there may be more. */
  private async open(): Promise<boolean> {
    let size = openBatch
    for (;;) {
      try {
        if (!(await this.openBatch(size))) break
        return true
      } catch (error) {
        // A value fits no column: imports the rows one by one to find the failing one.
        if (!isUnstorable(error)) throw error
        if (size === 1) await this.failFirst()
        size = 1
      }
    }
    if (await this.followBatch()) return true
    await this.finish()
    return false
  }

  /** Adds the next follow-ups, once all customers are on file. */
  private async followBatch(): Promise<boolean> {
    if ((await listWaitingFollows(this.deps.db, this.claimed, 1)).length === 0) return false
    await this.batch(async (acting) => {
      await addFollows(acting, this.claimed, checkBatch)
      await this.change(await countFollows(acting.db, this.claimed, false), acting.db)
    }, undoImport)
    return true
  }

  private async openBatch(size: number): Promise<boolean> {
    if ((await repository.listWaiting(this.deps.db, this.claimed, 1)).length === 0) return false
    return this.batch(async (acting) => {
      const { db: trx } = acting
      await holdTeam(trx, acting.session.scope)
      const rows = await repository.listWaiting(trx, this.claimed, size)
      // Updates lock their files before new ones are written.
      const updated = await updateRows(acting, this.claimed, this.deps.catalogue, rows.flatMap(updateOf))
      const opened = await openRows(
        acting,
        this.deps.catalogue,
        rows.flatMap((row) => (row.customerId === null ? [row] : [])),
      )
      await setOutcomes(trx, 'customer_import_row', this.claimed, [...updated, ...opened])
      await this.change(totalsOf(await repository.countRows(trx, this.claimed)), trx)
      return true
    })
  }

  private async failFirst(): Promise<void> {
    const [row] = await repository.listWaiting(this.deps.db, this.claimed, 1)
    if (!row) return
    const errors = [{ column: '', value: '', text: '该行内容无法保存，请检查' }]
    await transact(this.deps.db, async (trx) => {
      await this.change({}, trx)
      await setOutcomes(trx, 'customer_import_row', this.claimed, [
        { rowNo: row.rowNo, state: rowState.wrong, errors },
      ])
    })
  }

  /** Undoes the next updates. Returns whether there may be more. */
  private async undo(): Promise<boolean> {
    const hasMore = await this.batch(async (acting) => {
      const counts = await undoRows(acting, this.claimed, openBatch)
      if (!counts) return false
      await countUndone(acting.db, this.claimed, counts.undone, counts.kept)
      await this.change({}, acting.db)
      return true
    })
    if (!hasMore) await this.endUndo()
    return hasMore
  }

  /** Ends an undo: completely, or with `loss` up to the point where the member lost the right. */
  private async endUndo(loss?: Revocation): Promise<void> {
    const { id, fileName } = this.claimed
    await this.deps.behalf.end(this.claimed, async (acting) => {
      await this.change({ state: importState.done, lease_until: null }, acting.db)
      const { undone, left } = await repository.countUndo(acting.db, this.claimed)
      const detail = { fileName: maskText(fileName), undone, kept: left }
      await audit(acting, 'import-undo', `import:${id}`, detail)
      if (!loss) return
      const { db, session, now } = acting
      await notifyStopped(
        { db, scope: session.scope, now },
        loss,
        `${session.memberName}对导入“${maskText(fileName)}”的撤销已停止（${loss.text}）：已恢复${undone}位客户`,
      )
    })
  }

  /** Finishes the import and records its counts: completely, or with `loss` up to the point where the member lost the right. */
  private async finish(loss?: Revocation): Promise<void> {
    const { db, behalf } = this.deps
    const { id } = this.claimed
    const counts = await repository.countRows(db, this.claimed)
    const followCounts = await countFollows(db, this.claimed, false)
    const failedKey = await this.writeFailed()
    await behalf.end(this.claimed, async (acting) => {
      const end = loss
        ? { state: importState.stopped, refusal: `${importTexts.stopped}：${loss.text}` }
        : { state: importState.done }
      await this.change(
        {
          ...totalsOf(counts),
          ...followCounts,
          ...end,
          failed_key: failedKey,
          finished_at: acting.now,
          lease_until: null,
          ...(counts.updated > 0 && { undo_until: new Date(acting.now.getTime() + undoableMs) }),
        },
        acting.db,
      )
      const { created, updated, duplicate, wrong } = counts
      const waiting = counts.waiting + counts.toUpdate
      const fileName = maskText(this.claimed.fileName)
      const follows = followCounts.follow_success_total
      const ways = {
        ...(this.claimed.way > importWay.onlyNew && { updated }),
        ...(follows > 0 && { follows }),
      }
      const detail = { fileName, created, ...ways, duplicate, failed: wrong, ...(loss && { left: waiting }) }
      await audit(acting, 'import', `import:${id}`, detail)
      if (!loss) return
      const { db: trx, session, now } = acting
      await notifyStopped(
        { db: trx, scope: session.scope, now },
        loss,
        `${session.memberName}的导入“${fileName}”已停止（${loss.text}）：${madeText(created, waiting)}`,
      )
    })
  }
}

const madeText = (created: number, waiting: number): string =>
  created === 0 ? '还没有客户被导入' : `已导入${created}位客户，${waiting}行未导入`

const updateOf = (row: PendingRow): UpdateRow[] =>
  row.customerId === null ? [] : [{ ...row, given: row.form }]

const totalsOf = (counts: Awaited<ReturnType<typeof repository.countRows>>) => ({
  done_total: counts.total - counts.waiting - counts.toUpdate,
  update_total: counts.updated,
  unchanged_total: counts.unchanged,
  skipped_total: counts.skipped,
  success_total: counts.created,
  duplicate_total: counts.duplicate,
  fail_total: counts.wrong,
})

import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { transact } from '../../platform/db/client.ts'
import type { Database } from '../../platform/db/client.ts'
import { writeXlsx } from '../../platform/xlsx/xlsx.ts'
import type { Cell } from '../../platform/xlsx/xlsx.ts'
import {
  beginErasing,
  beginMove,
  checkBackup,
  endMove,
  findMove,
  findStore,
  moving,
  recordMove,
  Unmovable,
} from './store.move.ts'
import type { Place, StoreDeps } from './store.move.ts'
import { countRows, eraseRows, listStoreTables, readRows } from './store.rows.ts'
import type { StoreTable } from './store.rows.ts'
import { removeFiles } from './store.files.ts'

/** Writes everything of a store into a folder and then erases it, at the earliest when its action log may end. */

/** Days since the closing, as the action log is kept (docs/decisions/0014, trigger audit_kept). */
const leastDays = 180
/** Rows of a workbook, far below what Excel opens; a larger table has several. */
const mostRows = 50_000
/** Characters that Excel takes in a cell. */
const mostCharacters = 32_767

export interface Removal {
  readonly code: string
  /** The store's name, typed as a confirmation. */
  readonly name: string
  readonly folder: string
}

export const removeStore = (
  deps: StoreDeps,
  { code, name, folder }: Removal,
  isDryRun: boolean,
): Promise<void> =>
  moving(deps.url, async (db) => {
    const { say, now, files } = deps
    const store = await findStore(db, code)
    const begun = await findMove(db, store.id)
    if (begun?.endedAt)
      throw new Unmovable(
        `${store.code} ${store.name} is ${begun.intoId === null ? 'removed' : 'merged'} already.`,
      )
    if (begun && begun.intoId !== null) throw new Unmovable(`${store.code} is being merged.`)
    if (store.closedAt === null)
      throw new Unmovable(`${store.code} ${store.name} is open: close it first (network close).`)
    const due = new Date(store.closedAt.getTime() + leastDays * 86_400_000)
    if (now() < due)
      throw new Unmovable(
        `${store.code} ${store.name} can be removed from ${due.toISOString().slice(0, 10)} on, ${leastDays} days after its closing.`,
      )
    const all = await listStoreTables(db, deps.tables)
    if (isDryRun) {
      for (const of of all) {
        const total = await countRows(db, of, store.id)
        if (total > 0) say(`  ${of.table}: ${total} rows`)
      }
      say(`Dry run: nothing was written. ${remains}`)
      return
    }
    if (name !== store.name)
      throw new Unmovable(`To confirm, give the store's name: --confirm '${store.name}'.`)
    if (!folder) throw new Unmovable('Give the folder for the workbooks and files: --to FOLDER.')
    const place: Place = begun?.place ?? { step: 'files' }
    if (!begun) {
      await checkBackup(db, deps.filesInBucket, now())
      await beginMove(db, store.id, null, place, now())
    }
    if (place.step === 'files') {
      await writeAll(db, deps, all, store.id, folder)
      await transact(db, (trx) => beginErasing(trx, store.id, place, now()))
    }
    await eraseRows(db, all, store.id)
    await removeFiles(files, store.id)
    await transact(db, async (trx) => {
      await endMove(trx, store.id, now())
      await recordMove(trx, [store.id], 'setting:removed', { new: store.name }, now())
    })
    deps.changed(store.id)
    say(`${store.code} ${store.name} is removed. ${remains}`)
  })

const remains =
  'What remains: its name and code, its action log and list of exports, accounts of its members, and what an applied workbook gave (network_row).'

/** Writes each table as workbooks, and the files under their keys. An interrupted one is written again from the beginning. */
async function writeAll(
  db: Database,
  { files, say }: StoreDeps,
  all: readonly StoreTable[],
  dealerId: number,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const of of all) await writeTable(db, of, dealerId, folder)
  let total = 0
  for await (const key of files.list(dealerId)) {
    const content = await files.read(key)
    const target = path.join(folder, 'files', key)
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    if (content) await pipeline(content, createWriteStream(target, { mode: 0o600 }))
    total += 1
  }
  say(`${(await readdir(folder)).length} workbooks and folders, and ${total} files are in ${folder}`)
}

/** Writes the rows of a table. Secrets and hashes are left out, and a text that no cell takes has a file beside. */
async function writeTable(db: Database, of: StoreTable, dealerId: number, folder: string): Promise<void> {
  const names = of.columns.filter(({ type }) => type !== 'bytea').map(({ name }) => name)
  const columns = names.map((name) => {
    const word = of.texts[name]
    return { heading: word && 'title' in word ? `${word.title} ${name}` : name, width: 16 }
  })
  let part = 0
  for await (const rows of readRows(db, of, names, dealerId, mostRows)) {
    part += 1
    const file = `${of.table}${part > 1 ? `-${part}` : ''}`
    const cells: Cell[][] = []
    for (const [at, row] of rows.entries()) {
      const line: Cell[] = []
      for (const [place, value] of row.entries()) {
        if ((value?.length ?? 0) <= mostCharacters) line.push(value ?? '')
        else {
          const textFile = `${file}-${at + 1}-${names[place]}.txt`
          await writeFile(path.join(folder, textFile), value ?? '', { mode: 0o600 })
          line.push(textFile)
        }
      }
      cells.push(line)
    }
    const title = (of.title ?? of.table).slice(0, 31)
    await writeFile(
      path.join(folder, `${file}.xlsx`),
      await writeXlsx([{ name: title, columns, rows: cells }]),
      { mode: 0o600 },
    )
  }
}

import { Mobile } from '@showroom/contract/kernel/mobile'
import type { Client } from 'pg'
import { DatabaseClient } from '../../platform/db/connect.ts'
import { inSequence } from '../../platform/db/placed.ts'
import { readBook } from './book.ts'
import type { Problem, SheetSpec } from './book.ts'
import { planCatalogue } from './catalogue.check.ts'
import { catalogueSheets } from './catalogue.sheets.ts'
import { readCatalogue, writeCatalogue } from './catalogue.write.ts'
import { planNetwork } from './network.check.ts'
import { networkSheets } from './network.sheets.ts'
import { readState } from './network.state.ts'
import { writeNetwork } from './network.write.ts'

/** Applies import files: reads one, checks it completely, and writes it in one transaction only if it has no problem. */

export interface ApplyOptions {
  readonly dryRun: boolean
  readonly leave: boolean
  readonly overwrite: boolean
  /** Encrypts what only the server may read. */
  readonly serverSecret: string
}
export interface Applied {
  /** In the order of the sheets; if there are any, nothing was written. */
  readonly problems: readonly Problem[]
  /** Number of changes by kind; all 0 if the database already matches the file. */
  readonly counts: Readonly<Record<string, number>>
  /** A line for each new row and each changed field, numbers masked. */
  readonly lines: readonly string[]
  /** Lines to print after writing. */
  readonly notes: readonly string[]
}

/** Work of one kind of file within the transaction: returns the problems, or the function that writes. */
type Work = (client: Client) => Promise<Omit<Applied, 'notes'> & { readonly write: () => Promise<string[]> }>

async function inTransaction(url: string, dryRun: boolean, work: Work): Promise<Applied> {
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  try {
    await client.query(inSequence)
    await client.query('begin')
    const { write, ...found } = await work(client)
    const isWritten = found.problems.length === 0 && !dryRun
    const notes = isWritten ? await write() : []
    await client.query(isWritten ? 'commit' : 'rollback')
    return { ...found, notes }
  } finally {
    // Closing the connection rolls back a failed transaction.
    await client.end()
  }
}

const inOrder = (problems: readonly Problem[], specs: readonly SheetSpec[]): Problem[] => {
  const names = specs.map(({ name }) => name)
  const placeIn = (all: readonly string[], one: string): number =>
    all.includes(one) ? all.indexOf(one) : all.length
  const columnOf = ({ sheet, column }: Problem): number =>
    placeIn(specs.find(({ name }) => name === sheet)?.columns.map(({ heading }) => heading) ?? [], column)
  return problems.toSorted(
    (a, b) => placeIn(names, a.sheet) - placeIn(names, b.sheet) || a.row - b.row || columnOf(a) - columnOf(b),
  )
}

/** Imports groups, dealers, members and lead sources, identified by codes, mobiles and names. Throws `Unreadable`. */
export async function applyNetwork(
  url: string,
  file: string,
  { dryRun, leave, overwrite, serverSecret }: ApplyOptions,
  now: Date,
): Promise<Applied> {
  const book = await readBook(file, networkSheets)
  const cellsOf = (sheets: readonly string[], heading: string): string[] => [
    ...new Set(sheets.flatMap((sheet) => book.rows(sheet).map((row) => row.cell(heading)))),
  ]
  const codes = cellsOf(['门店', '成员'], '门店编码')
  const mobiles = cellsOf(['成员'], '手机号').map((text) => Mobile('').safeParse(text).data ?? '')
  return inTransaction(url, dryRun, async (client) => {
    const state = await readState(client, codes, mobiles)
    const { plan, lines, problems } = planNetwork(book, state, { leave, overwrite })
    const { newGroups, renamedGroups, dealers, members, leavers, sources } = plan
    const isNew = ({ before }: { before?: unknown }): boolean => before === undefined
    return {
      problems: inOrder(problems, networkSheets),
      counts: {
        'groups new': newGroups.length,
        'groups renamed': renamedGroups.length,
        'dealers new': dealers.filter(isNew).length,
        'dealers changed': dealers.filter((one) => !isNew(one)).length,
        'members new': members.filter(isNew).length,
        'members changed': members.filter((one) => !isNew(one)).length,
        'members leaving': leavers.length,
        'lead sources new': sources.filter(isNew).length,
        'lead sources changed': sources.filter((one) => !isNew(one)).length,
      },
      lines,
      write: () => writeNetwork(client, plan, state, { serverSecret, now, codes }),
    }
  })
}

/** Imports vehicles, competitors and dictionaries, identified by their codes. Throws `Unreadable`. */
export async function applyCatalogue(
  url: string,
  file: string,
  { dryRun }: Pick<ApplyOptions, 'dryRun'>,
): Promise<Applied> {
  const book = await readBook(file, catalogueSheets)
  return inTransaction(url, dryRun, async (client) => {
    const { tables, problems } = planCatalogue(book, await readCatalogue(client))
    const counts = Object.fromEntries(
      tables.flatMap(({ sheet, added, changed }) => [
        [`${sheet} new`, added.length],
        [`${sheet} changed`, changed.length],
      ]),
    )
    return {
      problems: inOrder(problems, catalogueSheets),
      counts,
      lines: [],
      write: () => writeCatalogue(client, tables),
    }
  })
}

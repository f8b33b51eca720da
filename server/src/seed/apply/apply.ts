import pg from 'pg'
import type { Client } from 'pg'
import { readBook } from './book.ts'
import type { Problem, SheetSpec } from './book.ts'
import { planCatalogue } from './catalogue.check.ts'
import { catalogueSheets } from './catalogue.sheets.ts'
import { readCatalogue, writeCatalogue } from './catalogue.write.ts'
import { planNetwork } from './network.check.ts'
import { networkSheets } from './network.sheets.ts'
import { readState } from './network.state.ts'
import { writeNetwork } from './network.write.ts'

/** Applies files: read, checked whole, and written in one transaction only where nothing in them is wrong. */

export interface ApplyOptions {
  readonly dryRun: boolean
  readonly leave: boolean
  /** Seals what is to be read by the server alone. */
  readonly serverSecret: string
}
export interface Applied {
  /** In the order of the sheets; where there are some, nothing was written. */
  readonly problems: readonly Problem[]
  /** What changes, by kind; all 0 where the database says already what the file does. */
  readonly counts: Readonly<Record<string, number>>
  /** What is to be said once it is written. */
  readonly told: readonly string[]
}

/** What a kind of file does in the transaction: tells problems or gives what to write. */
type Work = (client: Client) => Promise<Omit<Applied, 'told'> & { readonly write: () => Promise<string[]> }>

async function inTransaction(url: string, dryRun: boolean, work: Work): Promise<Applied> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    const { problems, counts, write } = await work(client)
    const isWritten = problems.length === 0 && !dryRun
    const told = isWritten ? await write() : []
    await client.query(isWritten ? 'commit' : 'rollback')
    return { problems, counts, told }
  } finally {
    // Closing the connection ends a transaction that failed.
    await client.end()
  }
}

const inOrder = (problems: readonly Problem[], specs: readonly SheetSpec[]): Problem[] => {
  const at = new Map(specs.map(({ name }, index) => [name, index]))
  return problems.toSorted((a, b) => (at.get(a.sheet) ?? 99) - (at.get(b.sheet) ?? 99) || a.row - b.row)
}

/** Groups, dealers, members and lead sources by codes, mobiles and names. Throws `Unreadable`. */
export async function applyNetwork(
  url: string,
  file: string,
  { dryRun, leave, serverSecret }: ApplyOptions,
  now: Date,
): Promise<Applied> {
  const book = await readBook(file, networkSheets)
  const codes = ['门店', '成员'].flatMap((sheet) => book.rows(sheet).map((row) => row.cell('门店编码')))
  return inTransaction(url, dryRun, async (client) => {
    const state = await readState(client, [...new Set(codes)])
    const { plan, problems } = planNetwork(book, state, { leave })
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
      write: () => writeNetwork(client, plan, state, { serverSecret, now }),
    }
  })
}

/** Vehicles, competitors and dictionaries by their codes. Throws `Unreadable`. */
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
      write: () => writeCatalogue(client, tables),
    }
  })
}

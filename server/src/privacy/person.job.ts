import { exportKeptDays } from '@showroom/contract/audit/audit.schema'
import { maskMobile } from '@showroom/contract/kernel/mask'
import { ask, erase } from '@showroom/contract/privacy/privacy.api'
import { openDays, personState } from '@showroom/contract/privacy/privacy.schema'
import { buffer } from 'node:stream/consumers'
import { audit } from '../platform/auditing/audit.ts'
import { RightLost } from '../platform/jobs/behalf.ts'
import { later } from '../platform/clock.ts'
import type { Executor } from '../platform/db/client.ts'
import { actorOf } from '../platform/http/handler.ts'
import type { Acting } from '../platform/http/handler.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { isSearchable, namesPattern, numbersPattern, personPattern } from '../platform/personal/pattern.ts'
import { personalTables } from '../platform/personal/personal.ts'
import type { PersonalTable, Person } from '../platform/personal/personal.ts'
import { allowErasing, eraseRows, findIn } from '../platform/personal/personal.repository.ts'
import type { Hit } from '../platform/personal/personal.repository.ts'
import { openLeased, progress } from '../platform/queues/leased.ts'
import type { StoreWork } from '../platform/queues/queues.ts'
import type { RoomDeps } from '../platform/room.ts'
import { listAllStores } from '../platform/jobs/stores.repository.ts'
import { eraseFromXlsx, readXlsx } from '../platform/xlsx/xlsx.ts'
import './events.ts'
import * as repository from './person.repository.ts'
import { persons } from './person.repository.ts'
import type { ClaimedPerson, Found, FoundRows } from './person.repository.ts'
import { foundCounts } from './person.words.ts'
import { looseFiles, waitingImports, workbooks } from './steps.ts'

type Deps = Pick<RoomDeps, 'db' | 'queues' | 'behalf' | 'clock' | 'files' | 'tables'>

/**
 * Walks the store's tables for a person, once to find and once to erase. A turn is one batch of one table; it and its progress commit in
 * one transaction, so that a kill loses and repeats nothing. Rows are found again when they are erased, so rows written meanwhile go too.
 */
export const createPersonWork = (deps: Deps): StoreWork =>
  openLeased(deps, persons, (claimed) => goOn(deps, claimed))

async function goOn(deps: Deps, claimed: ClaimedPerson): Promise<void> {
  const isErasing = claimed.state === personState.erasing
  const tables = personalTables(deps.tables, isErasing)
  const first = tables[0]?.table ?? workbooks
  const step = claimed.step || (isErasing ? waitingImports : first)
  const table = tables.find((one) => one.table === step)
  try {
    if (table) await walk(deps, claimed, table, nextStep(tables, table))
    else if (step === waitingImports) await eraseWaiting(deps, claimed, first)
    else if (step === looseFiles) await removeFiles(deps, claimed)
    else await searchWorkbook(deps, claimed)
  } catch (error) {
    if (!(error instanceof RightLost)) throw error
    await end(deps, claimed, personState.stopped)
  }
}

const nextStep = (tables: readonly PersonalTable[], table: PersonalTable): string =>
  tables[tables.indexOf(table) + 1]?.table ?? workbooks

const inName = (deps: Deps, claimed: ClaimedPerson, work: (acting: Acting) => Promise<void>): Promise<void> =>
  deps.behalf.batch(claimed, claimed.state === personState.erasing ? erase : ask, work)

const noRows: FoundRows = { own: 0, mentions: 0, kept: 0 }

/** Walks one batch of a table. */
const walk = (deps: Deps, claimed: ClaimedPerson, table: PersonalTable, after: string): Promise<void> =>
  inName(deps, claimed, async (acting) => {
    const { db, now } = acting
    const { dealerId, state } = claimed
    const { hits, next } = await findIn(db, dealerId, table, claimed.person, claimed.cursor ?? undefined)
    const rows = merge(claimed.found[table.table] ?? noRows, hits, state === personState.searching)
    const person = table.root ? withHits(claimed.person, table.root.as, hits) : claimed.person
    const erased = { own: [] as Hit['key'][], mentioning: [] as Hit['key'][] }
    for (const { key, isOwn, isKept } of hits) if (!isKept) erased[isOwn ? 'own' : 'mentioning'].push(key)
    let files: readonly string[] = []
    if (state === personState.erasing) {
      await allowErasing(db)
      // First, because it locks the customers.
      if (table.root?.as === 'customer' && erased.own.length > 0)
        await acting.events.emit(actorOf(acting), 'customersErased', {
          customerIds: erased.own.map(([id]) => Number(id)),
        })
      files = await eraseRows(db, dealerId, table, person, erased)
    }
    const whole =
      table.root?.joins && !next
        ? await withRelatives(db, dealerId, { person, found: rows })
        : { person, found: rows }
    await progress(
      db,
      persons,
      claimed,
      {
        person: JSON.stringify(whole.person),
        found: JSON.stringify({ ...claimed.found, [table.table]: whole.found }),
        files: [...claimed.files, ...files],
        step: next ? table.table : after,
        cursor: next ? JSON.stringify(next) : null,
        lease_until: null,
      },
      now,
    )
  })

function merge(before: FoundRows, hits: readonly Hit[], withKeys: boolean): FoundRows {
  const count = (wanted: (hit: Hit) => boolean): number => hits.filter(wanted).length
  const own = hits.filter(({ isOwn }) => isOwn).map(({ key }) => key)
  return {
    own: before.own + count((hit) => hit.isOwn && !hit.isKept),
    mentions: before.mentions + count((hit) => !hit.isOwn && !hit.isKept),
    kept: before.kept + count((hit) => hit.isKept),
    ...(withKeys && { keys: [...(before.keys ?? []), ...own] }),
  }
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]

/** Adds the ids of own records, and the numbers in them. */
function withHits(person: Person, root: 'customer' | 'lead' | 'order', hits: readonly Hit[]): Person {
  const own = hits.filter(({ isOwn }) => isOwn)
  return {
    ...person,
    [root]: unique([...person[root], ...own.map(({ key }) => Number(key[0]))]),
    numbers: unique([...person.numbers, ...own.flatMap(({ numbers }) => numbers)]).filter(Boolean),
    names: unique([...(person.names ?? []), ...own.flatMap(({ names }) => names)]).filter(isSearchable),
    joins: unique([...person.joins, ...own.flatMap(({ joins }) => joins ?? [])]),
  }
}

/** Adds the files that were merged with the found ones: they are the same customer. */
async function withRelatives(
  db: Executor,
  dealerId: number,
  { person, found }: { readonly person: Person; readonly found: FoundRows },
) {
  const relatives = await repository.listRelatives(db, dealerId, person.customer, person.joins)
  const more = relatives.filter(({ id }) => !person.customer.includes(id))
  return {
    person: {
      ...person,
      customer: [...person.customer, ...more.map(({ id }) => id)],
      numbers: unique([...person.numbers, ...more.flatMap(({ numbers }) => numbers)]).filter(Boolean),
      names: unique([...(person.names ?? []), ...more.map(({ name }) => name)]).filter(isSearchable),
    },
    found: {
      ...found,
      own: found.own + more.length,
      ...(found.keys && { keys: [...found.keys, ...more.map(({ id }) => [id])] }),
    },
  }
}

/** Searches the next workbook, and removes it if it names the person. The removal precedes its record, so it is repeated after a kill. */
async function searchWorkbook(deps: Deps, claimed: ClaimedPerson): Promise<void> {
  const { db, clock, files } = deps
  const keys = await repository.listWorkbooks(db, claimed.dealerId, later(clock(), -exportKeptDays * 86_400))
  const key = keys.find((one) => one > String(claimed.cursor?.[0] ?? ''))
  const isHit = key !== undefined && (await namesPerson(deps, key, claimed.person))
  const isErasing = claimed.state === personState.erasing
  if (isHit && isErasing) await files.remove(key)
  if (key === undefined && !isErasing) return end(deps, claimed, personState.found)
  const before = claimed.found[workbooks] ?? noRows
  await inName(deps, claimed, async (acting) => {
    await progress(
      acting.db,
      persons,
      claimed,
      {
        found: JSON.stringify({
          ...claimed.found,
          [workbooks]: isHit ? { ...before, own: before.own + 1 } : before,
        }),
        step: key === undefined ? looseFiles : workbooks,
        cursor: key === undefined ? null : JSON.stringify([key]),
        lease_until: null,
      },
      acting.now,
    )
  })
}

/** Takes the person out of the workbook of the next import under way, and then has it read again. */
async function eraseWaiting(deps: Deps, claimed: ClaimedPerson, after: string): Promise<void> {
  const { db, files } = deps
  const { dealerId, person } = claimed
  const waiting = await repository.listWaitingWorkbooks(db, dealerId)
  const { key, failedKey } = waiting.find((one) => one.key > String(claimed.cursor?.[0] ?? '')) ?? {}
  const content = key === undefined ? undefined : await files.read(key)
  const erased =
    content &&
    (await eraseFromXlsx({
      bytes: await buffer(content),
      maxUnpackedBytes: mostBytes,
      numbers: numbersPattern(person),
      names: namesPattern(person),
    }))
  if (key !== undefined && erased) await files.write(key, erased)
  // The next check writes the wrong rows again.
  if (failedKey && erased) await files.remove(failedKey)
  await inName(deps, claimed, async (acting) => {
    if (key !== undefined && erased) await acting.events.emit(actorOf(acting), 'workbookErased', { key })
    const next = {
      step: key === undefined ? after : waitingImports,
      cursor: key === undefined ? null : JSON.stringify([key]),
    }
    await progress(acting.db, persons, claimed, { ...next, lease_until: null }, acting.now)
  })
}

const mostBytes = 200 * 1024 * 1024
/** Masked numbers count too: a workbook has them beside the name. */
async function namesPerson({ files }: Deps, key: string, person: Person): Promise<boolean> {
  const content = await files.read(key)
  if (!content) return false
  const read = await readXlsx({
    bytes: await buffer(content),
    maxUnpackedBytes: mostBytes,
    maxRows: 100_000,
  })
  if ('problem' in read) return false
  const pattern = new RegExp(personPattern(person), 'i')
  const masked = new Set(person.numbers.filter((one) => /^1\d{10}$/.test(one)).map(maskMobile))
  return read.sheets.some(({ rows }) =>
    rows.some(({ cells }) => cells.some((cell) => masked.has(cell) || pattern.test(cell))),
  )
}

/** Removes the files that the erased rows named. */
async function removeFiles(deps: Deps, claimed: ClaimedPerson): Promise<void> {
  for (const key of claimed.files) await deps.files.remove(key)
  await end(deps, claimed, personState.erased)
}

const withoutKeys = (found: Found): Found =>
  Object.fromEntries(
    Object.entries(found).map(([table, { own, mentions, kept }]) => [table, { own, mentions, kept }]),
  )

/** Ends the walk. The found state waits for its confirmation; all others lose the numbers. */
const end = (deps: Deps, claimed: ClaimedPerson, state: number): Promise<void> =>
  deps.behalf.end(claimed, async (acting) => {
    const { db, now } = acting
    const isOpen = state === personState.found
    await progress(
      db,
      persons,
      claimed,
      {
        state,
        step: '',
        cursor: null,
        files: [],
        lease_until: null,
        ...(!isOpen && {
          ended_at: now,
          person: repository.withoutNumbers,
          found: JSON.stringify(withoutKeys(claimed.found)),
        }),
      },
      now,
    )
    if (state === personState.erased)
      await audit(acting, 'person-erased', `person:${claimed.id}`, {
        number: claimed.shown,
        ...foundCounts(claimed.found),
      })
  })

/** Ends requests that were not confirmed within a week. */
export const expirePersons = ({ db, clock }: Pick<RoomDeps, 'db' | 'clock'>): Job => ({
  name: 'expire-persons',
  for: 'stores',
  cron: '23 3 * * *',
  async run() {
    const now = clock()
    const before = later(now, -openDays * 86_400)
    for (const dealerId of await listAllStores(db)) await repository.expireBefore(db, dealerId, before, now)
  },
})

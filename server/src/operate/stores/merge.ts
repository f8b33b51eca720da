import { sql } from 'kysely'
import { transact } from '../../platform/db/client.ts'
import type { Database, Executor } from '../../platform/db/client.ts'
import { copyFiles, removeFiles } from './store.files.ts'
import {
  advance,
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
import type { Place, Store, StoreDeps } from './store.move.ts'
import { copyRows, countRows, eraseRows, listColliding, listKeys, listStoreTables } from './store.rows.ts'
import type { Copying, StoreTable } from './store.rows.ts'

/** Merges a closed store into another of its group: everything it has is there afterwards, under the same ids. */

/** Rows in one transaction. */
const batch = 2000

export interface Double {
  readonly masterId: number
  readonly slaveId: number
  readonly mobile: string
}

export interface MergeDeps extends StoreDeps {
  /** Merges the two files of a customer by the rules of the product. Returns why not, if a state forbids it. */
  readonly joinFiles: (
    dealer: { readonly id: number; readonly groupId: number },
    double: Double,
  ) => Promise<string | undefined>
}

interface Pair {
  readonly from: Store
  readonly into: Store
}

async function findPair(
  db: Executor,
  codes: { readonly from: string; readonly into: string },
): Promise<Pair> {
  const [from, into] = [await findStore(db, codes.from), await findStore(db, codes.into)]
  if (from.id === into.id) throw new Unmovable('A store is not merged into itself.')
  return { from, into }
}

/** Refuses stores of which the merge cannot begin. */
async function checkPair(db: Executor, { from, into }: Pair): Promise<void> {
  if (from.mergedIntoId !== null) throw new Unmovable(`${from.code} ${from.name} is merged already.`)
  if (from.closedAt === null)
    throw new Unmovable(`${from.code} ${from.name} is open: close it first (network close).`)
  if (into.closedAt !== null) throw new Unmovable(`${into.code} ${into.name} is closed itself.`)
  if (from.groupId !== into.groupId || !from.groupId)
    throw new Unmovable('The two stores are not of one group: move one of them first (network apply).')
  const waiting = await countWaiting(db, await listDoubles(db, { from, into }), { from, into })
  if (waiting > 0)
    throw new Unmovable(
      `${waiting} customers who are in both stores wait for the review of a defeat: decide on them first (open the store for it).`,
    )
}

/** Customers with a file in both stores, by their mobile. */
async function listDoubles(db: Executor, { from, into }: Pair): Promise<Double[]> {
  const { rows: own } = await sql<{ id: number; mobile: string }>`
    select id, mobile from customer where dealer_id = ${from.id} and mobile <> '' and merged_into_id is null`.execute(
    db,
  )
  const byMobile = new Map(own.map(({ id, mobile }) => [mobile, id]))
  const { rows } = await sql<{ id: number; mobile: string }>`
    select id, mobile from customer
    where dealer_id = ${into.id} and mobile = any(${[...byMobile.keys()]}::text[]) and mobile <> '' and merged_into_id is null`.execute(
    db,
  )
  return rows.map(({ id, mobile }) => ({ masterId: id, slaveId: byMobile.get(mobile) ?? 0, mobile }))
}

async function countWaiting(db: Executor, doubles: readonly Double[], { from, into }: Pair): Promise<number> {
  const of = async (dealerId: number, ids: readonly number[]): Promise<number> => {
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from deal
      where dealer_id = ${dealerId} and customer_id = any(${ids}::bigint[]) and is_current and waiting_fail_review`.execute(
      db,
    )
    return rows[0]?.total ?? 0
  }
  return (
    (await of(
      from.id,
      doubles.map(({ slaveId }) => slaveId),
    )) +
    (await of(
      into.id,
      doubles.map(({ masterId }) => masterId),
    ))
  )
}

interface DoubleMember {
  readonly fromId: number
  readonly intoId: number
  readonly fromName: string
  readonly intoName: string
  readonly fromRole: number
  readonly intoRole: number
}

/** Members who work in both stores with one account: the row of the closed store has left, and its open work is the other's. */
async function listDoubleMembers(db: Executor, { from, into }: Pair): Promise<DoubleMember[]> {
  const of = async (dealerId: number) => {
    const { rows } = await sql<{ id: number; accountId: number; name: string; role: number }>`
      select id, account_id as "accountId", name, role from member where dealer_id = ${dealerId} and left_at is null`.execute(
      db,
    )
    return rows
  }
  const theirs = new Map((await of(into.id)).map((one) => [one.accountId, one]))
  return (await of(from.id)).flatMap((own) => {
    const other = theirs.get(own.accountId)
    return other && other.id !== own.id
      ? [
          {
            fromId: own.id,
            intoId: other.id,
            fromName: own.name,
            intoName: other.name,
            fromRole: own.role,
            intoRole: other.role,
          },
        ]
      : []
  })
}

/** Newest versions that the other store has, by table. */
async function readVersions(
  db: Executor,
  tables: readonly StoreTable[],
  { into }: Pair,
): Promise<Record<string, number>> {
  const versions: Record<string, number> = {}
  for (const { storeMerge } of tables) {
    if (typeof storeMerge !== 'object' || !('renumbers' in storeMerge)) continue
    const { rows } = await sql<{ version: number }>`
      select coalesce(max(${sql.ref(storeMerge.renumbers)}), 0)::int as version
      from ${sql.table(storeMerge.by)} where dealer_id = ${into.id}`.execute(db)
    versions[storeMerge.by] ??= rows[0]?.version ?? 0
  }
  return versions
}

const most = 100

/** Prints what a merge would do. */
async function preview(db: Executor, { tables, say }: MergeDeps, pair: Pair): Promise<void> {
  const { from, into } = pair
  say(`${from.code} ${from.name} would be merged into ${into.code} ${into.name}.`)
  for (const of of await listStoreTables(db, tables)) {
    const total = await countRows(db, of, from.id)
    if (total === 0) continue
    const stores = { from: from.id, into: into.id }
    const colliding = (await listColliding(db, of, stores, {})).length
    say(
      `  ${of.table}: ${total} rows${colliding > 0 ? `, of which ${into.code} has the key of ${colliding} (${wordOf(of)})` : ''}`,
    )
  }
  const members = await listDoubleMembers(db, pair)
  if (members.length > 0)
    say(`${members.length} members are in both; they go on in ${into.code}, with their open work:`)
  for (const one of members.slice(0, most))
    say(`  ${one.fromName} (role ${one.fromRole}) goes on as ${one.intoName} (role ${one.intoRole})`)
  const doubles = await listDoubles(db, pair)
  if (doubles.length > 0)
    say(`${doubles.length} customers are in both; each gets one file, and what lives in either lives on:`)
  for (const { mobile, masterId, slaveId } of doubles.slice(0, most))
    say(`  ${mobile.slice(0, 3)}****${mobile.slice(-4)}: file ${slaveId} goes into ${masterId}`)
  if (Math.max(doubles.length, members.length) > most) say(`Of each, the first ${most} are listed.`)
  say('Dry run: nothing was written.')
}

/** In words: what happens with a row that collides. */
const wordOf = ({ storeMerge }: StoreTable): string => {
  const word = typeof storeMerge === 'string' ? storeMerge : (Object.keys(storeMerge)[0] ?? '')
  const words: Readonly<Record<string, string>> = {
    yields: 'left out',
    ends: 'moved as ended',
    differs: 'moved with the code of the store behind its number',
    blanks: 'the two files are merged',
    adds: 'added up',
    unites: 'united',
  }
  return words[word] ?? word
}

/** Prints the preview, or merges; another run continues an interrupted one. */
export const mergeStores = (
  deps: MergeDeps,
  codes: { readonly from: string; readonly into: string },
  isDryRun: boolean,
): Promise<void> =>
  moving(deps.url, async (db) => {
    const pair = await findPair(db, codes)
    const begun = await findMove(db, pair.from.id)
    if (begun && begun.intoId !== pair.into.id)
      throw new Unmovable(
        `${pair.from.code} is being ${begun.intoId === null ? 'removed' : 'merged into another store'} already.`,
      )
    if (!begun || begun.endedAt) await checkPair(db, pair)
    if (isDryRun) return preview(db, deps, pair)
    if (!begun) await begin(db, deps, pair)
    await goOn(db, deps, pair)
  })

async function begin(db: Database, { tables, filesInBucket, now }: MergeDeps, pair: Pair): Promise<void> {
  await checkBackup(db, filesInBucket, now())
  const versions = await readVersions(db, await listStoreTables(db, tables), pair)
  await beginMove(db, pair.from.id, pair.into.id, { step: 'files', versions }, now())
}

async function goOn(db: Database, deps: MergeDeps, pair: Pair): Promise<void> {
  const { say, now } = deps
  const { from, into } = pair
  const all = await listStoreTables(db, deps.tables)
  const current = async (): Promise<Place> => (await findMove(db, from.id))?.place ?? { step: 'files' }
  let place = await current()
  const turnTo = async (step: Place['step']): Promise<void> => {
    const next: Place = { step, ...(place.versions && { versions: place.versions }) }
    await transact(db, (trx) => advance(trx, from.id, place, next))
    place = next
  }
  if (place.step === 'files') {
    say(`${await copyFiles(deps.files, from.id, into.id)} files copied`)
    await turnTo('copy')
  }
  if (place.step === 'copy') {
    const members = await listDoubleMembers(db, pair)
    const by: Copying = {
      from: from.id,
      into: into.id,
      now: now(),
      code: from.code,
      members: { from: members.map(({ fromId }) => fromId), into: members.map(({ intoId }) => intoId) },
      versions: new Map(Object.entries(place.versions ?? {})),
    }
    const at = place.table
    const first = Math.max(
      0,
      all.findIndex(({ table }) => table === at),
    )
    for (const of of all.slice(first)) place = await copyTable(db, deps, of, by, place)
    await turnTo('join')
  }
  if (place.step === 'join') {
    await joinDoubles(db, deps, pair)
    await transact(db, (trx) => beginErasing(trx, from.id, place, now()))
  }
  await sql`update dealer set merged_into_id = ${into.id} where id = ${from.id} or merged_into_id = ${from.id}`.execute(
    db,
  )
  await sql`update dealer set successor_id = ${into.id} where id = ${from.id}`.execute(db)
  await eraseRows(db, all, from.id)
  await removeFiles(deps.files, from.id)
  await transact(db, async (trx) => {
    if ((await findMove(trx, from.id))?.endedAt) return
    await endMove(trx, from.id, now())
    await recordMove(
      trx,
      [from.id, into.id],
      'setting:merged',
      { new: { from: from.id, into: into.id } },
      now(),
    )
  })
  deps.changed(from.id)
  deps.changed(into.id)
  say(
    `${from.code} ${from.name} is merged into ${into.code} ${into.name}. Its action log stays readable in both.`,
  )
}

/** Copies a table to its end, each batch with its place in one transaction. Returns the place after it. */
async function copyTable(
  db: Database,
  { say }: MergeDeps,
  of: StoreTable,
  by: Copying,
  since: Place,
): Promise<Place> {
  let place = since
  let [copied, joined] = [0, 0]
  for (;;) {
    const { versions } = place
    const after = place.table === of.table ? place.after : undefined
    const keys = await listKeys(db, of, by.from, { after }, batch)
    const last = keys.at(-1)
    if (!last) break
    const next: Place = { step: 'copy', table: of.table, after: last, ...(versions && { versions }) }
    const done = await transact(db, async (trx) => {
      await advance(trx, by.from, place, next)
      return copyRows(trx, of, by, keys, after)
    })
    copied += done.copied
    joined += done.joined
    place = next
    if (last.length === 0 || keys.length < batch) break
  }
  if (copied + joined > 0) {
    await keepNewest(db, of, by)
    say(`${of.table}: ${copied} rows copied${joined > 0 ? `, ${joined} joined or left out` : ''}`)
  }
  return place
}

/** The newest version of the other store stays the newest. */
async function keepNewest(db: Database, of: StoreTable, by: Copying): Promise<void> {
  const word = of.storeMerge
  const version = by.versions.get(of.table) ?? 0
  if (typeof word !== 'object' || !('renumbers' in word) || word.by !== of.table || version === 0) return
  const column = sql.ref(word.renumbers)
  const names = of.columns.map(({ name }) => name)
  const values = names.map((name) =>
    name === word.renumbers ? sql`newest.version + 1` : sql.ref(`t.${name}`),
  )
  await sql`
    insert into ${sql.table(of.table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(values)} from ${sql.table(of.table)} t,
      (select max(${column}) as version from ${sql.table(of.table)} where dealer_id = ${by.into}) newest
    where t.dealer_id = ${by.into} and ${sql.ref(`t.${word.renumbers}`)} = ${version}`.execute(db)
}

/** Merges the two files of each customer with one in both stores. The copied one has no mobile until then. */
async function joinDoubles(db: Database, { joinFiles, say }: MergeDeps, pair: Pair): Promise<void> {
  const { into } = pair
  const refused: string[] = []
  let joined = 0
  // A copy shares its mobile with its own row in the closed store.
  const doubles = (await listDoubles(db, pair)).filter(({ masterId, slaveId }) => masterId !== slaveId)
  const { rows } = await sql<{ id: number }>`
    select id from customer
    where dealer_id = ${into.id} and id = any(${doubles.map(({ slaveId }) => slaveId)}::bigint[]) and mobile = '' and merged_into_id is null`.execute(
    db,
  )
  const unjoined = new Set(rows.map(({ id }) => id))
  for (const double of doubles.filter(({ slaveId }) => unjoined.has(slaveId))) {
    const why = await joinFiles({ id: into.id, groupId: into.groupId ?? 0 }, double)
    if (why !== undefined) refused.push(`  file ${double.slaveId} into ${double.masterId}: ${why}`)
    else joined += 1
  }
  if (joined > 0) say(`${joined} customers who were in both stores have one file`)
  if (refused.length > 0)
    throw new Unmovable(
      `${refused.length} customers of both stores cannot be merged now. Settle them in ${into.code}, then run this again:\n${refused.slice(0, most).join('\n')}`,
    )
}

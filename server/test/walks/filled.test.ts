import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { rooms } from '@showroom/contract'
import { role as roles } from '@showroom/contract/access/access.rules'
import { schemaOf } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { usualRetention } from '../../src/platform/config/config.retention.ts'
import { createTestApp } from '../app.ts'
import type { TestApp, Wire } from '../app.ts'
import { recordStatements } from '../database/statements.ts'
import { watchRepeats } from '../guards/repeated.guard.ts'
import type { Actor } from './walk.ts'
import { answerable, bodyFor, buildActor, roleFor, textsIn, walkOf, withValue } from './walks.ts'

/**
 * Fills one store by every writing call, with a number typed into every text, reads it by every other call, and runs all jobs over it. The
 * guards and the checks of responses see what no test of a room makes: rows of all rooms at once, several of each, with numbers in them.
 */

const typed = '电13812345678'

let app: TestApp
let dealerId: number
const actors: Actor[] = []
/** Writing calls that succeeded; some cannot in a store that other calls have changed. */
const answered = new Set<Call>()

async function buildMemberOf(call: Call): Promise<Actor> {
  const actor = await buildActor(app, { dealerId, role: roleFor(call) })
  actors.push(actor)
  return actor
}

beforeAll(async () => {
  app = await createTestApp({ retention: { ...usualRetention, audit: 3650, recordings: 90 } })
  const head = await buildActor(app, { role: roles.salesManager })
  dealerId = head.member.dealerId
})
afterAll(() => app.close())

/** Reads the state of its import until that has ended. */
const polling: Call = rooms.transfer.startImport

const signedIn = answerable.filter(({ may }) => may !== 'public')
const writing = signedIn.filter(({ writes }) => writes)
const reading = signedIn.filter((call) => !call.writes && call !== polling)

const wholeBodyOf = async (call: Call, actor: Actor): Promise<object> => ({
  ...(await bodyFor(app, call, actor)),
  ...(await walkOf(call).prepare?.(app, actor)),
})

interface JsonSchema {
  readonly type?: string
  readonly enum?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

/** Paths of the texts of a request: those it has, and the optional ones. */
function pathsOf(call: Call, body: object): (readonly string[])[] {
  const schema = z.toJSONSchema(schemaOf(call.request), { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const optional = Object.entries(schema.properties ?? {}).flatMap(([name, { type, enum: values }]) =>
    type === 'string' && values === undefined && !(name in body) ? [[name]] : [],
  )
  return [...textsIn(body), ...optional]
}

const withNumbers = (body: object, paths: readonly (readonly string[])[]): object =>
  paths.reduce((changed, at) => withValue(changed, at, typed), body)

const expectNoFault = ({ path: of }: Call, { httpStatus, fault }: Wire<Call>): void =>
  expect.soft(httpStatus, `${of}: ${fault}`).toBeLessThan(500)

const post = async (call: Call, actor: Actor, body: object): Promise<Wire<Call>> => {
  const answer = await app.post(call, actor.member.token, body)
  expectNoFault(call, answer)
  return answer
}

async function makePlain(call: Call): Promise<void> {
  const actor = await buildMemberOf(call)
  const { status } = await post(call, actor, await wholeBodyOf(call, actor))
  if (status === '0') answered.add(call)
}

/** Makes the call with a number in each text that takes one; in one text alone where several are refused together. */
async function fill(call: Call): Promise<void> {
  const actor = await buildMemberOf(call)
  const body = await wholeBodyOf(call, actor)
  let paths = pathsOf(call, body)
  for (;;) {
    const answer = await post(call, actor, withNumbers(body, paths))
    if (answer.status === '0') {
      answered.add(call)
      return
    }
    const refused = new Set(answer.errors?.map((error) => error.path) ?? [])
    const left = paths.filter((at) => !refused.has(at.join('.')))
    if (left.length === paths.length) break
    paths = left
  }
  for (const at of paths) {
    const own = await buildMemberOf(call)
    await post(call, own, withNumbers(await wholeBodyOf(call, own), [at]))
  }
  await makePlain(call)
}

/** How often a call of the reader sends each statement. */
async function countsOf(call: Call, reader: Actor): Promise<Map<string, number>> {
  const body = await wholeBodyOf(call, reader)
  const sent = await recordStatements(async () => {
    const answer = await app.post(call, reader.member.token, body)
    expectNoFault(call, answer)
    expect.soft(answer, call.path).toMatchObject({ status: '0' })
  })
  const counts = new Map<string, number>()
  for (const { text } of sent) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

async function readAll(): Promise<Map<Call, Map<string, number>>> {
  const counts = new Map<Call, Map<string, number>>()
  const readers = new Map<number, Actor>()
  for (const call of reading) {
    const role = roleFor(call)
    // A switch of the store ends the session; what a call prepares is made once for a customer.
    const needsOwn = call === rooms.access.switchDealer || walkOf(call).prepare !== undefined
    const shared = needsOwn ? undefined : readers.get(role)
    const reader = shared ?? (await buildActor(app, { dealerId, role }))
    if (!needsOwn) readers.set(role, reader)
    counts.set(call, await countsOf(call, reader))
  }
  return counts
}

/** Deletes webhook messages but the oldest: all events to some twenty endpoints are thousands of failing deliveries. */
async function keepMessages(most: number): Promise<void> {
  const oldest = app.db.selectFrom('webhook_message').select('id').orderBy('id').limit(most)
  await app.db.deleteFrom('webhook_message').where('id', 'not in', oldest).execute()
}

/** Texts of the store's rows, by table. */
async function readRows(): Promise<Map<string, ReadonlySet<string>>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where column_name = 'dealer_id' and table_schema = 'public' order by 1`.execute(app.db)
  const rowsOf = new Map<string, ReadonlySet<string>>()
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} t where dealer_id = ${dealerId}`.execute(app.db)
    rowsOf.set(name, new Set(rows.map(({ row }) => row)))
  }
  return rowsOf
}

/** Tables of a closed store that are still written: its queues, and what persons have a right to. */
const stillWritten = new Set(['store_work', 'person_request'])

/** Runs all jobs and queues over the store while it is closed: they only delete. */
async function expectRest(): Promise<void> {
  const closeAt = (at: Date | null) =>
    app.db.updateTable('dealer').set({ closed_at: at }).where('id', '=', dealerId).execute()
  await closeAt(app.now())
  app.advance(86_400)
  const before = await readRows()
  for (const job of app.app.jobs) await job.run()
  for (const work of app.app.queues.works.values()) await work.run()
  const added = [...(await readRows())].flatMap(([name, rows]) =>
    stillWritten.has(name)
      ? []
      : [...rows].filter((row) => !before.get(name)?.has(row)).map((row) => [name, row]),
  )
  expect(added).toEqual([])
  await closeAt(null)
}

describe('a store filled by every writing call', () => {
  it('shows no typed number, and is read by as many statements with one row as with several', async () => {
    for (const call of writing) await fill(call)
    const first = await readAll()
    for (const { member } of actors)
      expectNoFault(rooms.notice.list, await app.post(rooms.notice.list, member.token, {}))
    for (const call of writing) await makePlain(call)
    const grown: string[] = []
    for (const [call, counts] of await readAll())
      for (const [text, times] of counts)
        if (times > (first.get(call)?.get(text) ?? 1) + 1)
          grown.push(`${call.path} sends ${times} times: ${text}`)
    expect(grown).toEqual([])
    expect(answered.size).toBeGreaterThan(writing.length * 0.9)
  }, 900_000)

  it('is worked on by all jobs, now and when everything is old', async () => {
    await keepMessages(10)
    await expectRest()
    for (const days of [0, 1, 400]) {
      app.advance(days * 86_400)
      for (const job of app.app.jobs) {
        const sent = await recordStatements(() => watchRepeats(job.name, () => job.run()))
        expect.soft(sent.length, `${job.name} sends no statement`).toBeGreaterThan(0)
      }
      for (const work of app.app.queues.works.values()) await work.run()
    }
  }, 600_000)
})

it('every job of the source is one that the server registers', () => {
  const src = path.resolve(import.meta.dirname, '../../src')
  const crons = globSync('**/*.ts', { cwd: src }).flatMap((file) =>
    /\.(?:test|factory|walk)\.ts$/.test(file)
      ? []
      : [...readFileSync(path.join(src, file), 'utf8').matchAll(/\bcron: '([^']+)'/g)].map(
          ([, cron]) => cron,
        ),
  )
  const registered = app.app.jobs.map(({ cron }) => cron)
  expect(crons.length).toBeGreaterThan(20)
  expect(registered).toEqual(expect.arrayContaining(crons))
})

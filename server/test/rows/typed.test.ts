import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listTables } from '../../src/platform/tables/describe.ts'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { calls, rooms } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import { IncomingLead } from '@showroom/contract/lead/intake.schema'
import { confirmWord } from '@showroom/contract/privacy/privacy.schema'
import { buildReceivingStore, buildSource, deliver, newLead, sendRaw } from '../../src/lead/intake.factory.ts'
import { readXlsx } from '../../src/platform/xlsx/xlsx.ts'
import type { RoomTables } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { buildCustomer, buildMember } from '../factories.ts'
import {
  bodyFor,
  buildActor,
  fieldsOf,
  isLimited,
  roleFor,
  textsIn,
  walkedCalls,
  walkOf,
  withValue,
} from '../walks/walks.ts'

/**
 * Texts that members type are described: as personal data, or, with the reason, as texts about no customer. Each writing call gets a mark
 * in each of its texts; the columns in which marks arrive are compared with the descriptions.
 */

/** A text of a call. */
interface Place {
  readonly call: Call
  readonly at: readonly string[]
}

/** Calls and fields, by the number of their mark. */
const sent: Place[] = []

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  for (const call of walkedCalls.filter(({ writes }) => writes)) {
    const body = await bodyFor(app, call, await buildActor(app, { role: roleFor(call) }))
    const left = fieldsOf(call).filter((field) => !(field in body))
    for (const at of [...textsIn(body), ...left.map((field) => [field])]) {
      await send({ call, at }, markOf(sent.length))
      sent.push({ call, at })
    }
  }
}, 300_000)
afterAll(() => app.close())

/** Makes a valid call with another text at the place. */
async function send({ call, at }: Place, text: string, dealerId?: number): Promise<void> {
  const actor = await buildActor(app, { role: roleFor(call), ...(dealerId && { dealerId }) })
  const own = { ...(await bodyFor(app, call, actor)), ...(await walkOf(call).prepare?.(app, actor)) }
  const { member } = actor
  const body = { ...withValue(own, at, text), dealerId: member.dealerId }
  await app.post(call, call.may === 'public' ? '' : member.token, body)
}

const mark = /标记(\d+)字/
const markOf = (number: number): string => `标记${number}字`

/** Numbers of the marks in the rows of a table, with their columns. */
async function marksIn(table: string): Promise<(readonly [number, string])[]> {
  const { rows } = await sql<{ row: Readonly<Record<string, unknown>> }>`
    select to_jsonb(t) as row from ${sql.table(table)} t where to_jsonb(t)::text ~ ${mark.source}`.execute(
    app.db,
  )
  return rows
    .flatMap(({ row }) => Object.entries(row))
    .flatMap(([name, value]) => {
      const number = mark.exec(JSON.stringify(value))?.[1]
      return number === undefined ? [] : [[Number(number), name] as const]
    })
}

/** Columns in which the text of some call arrived although their description says that no one types them. */
async function findUndescribed(tables: RoomTables): Promise<string[]> {
  const problems: string[] = []
  for (const { table, texts, typed } of listTables({ tables })) {
    for (const [number, name] of await marksIn(table)) {
      const word = texts[name]
      if (typed || (word && ('kind' in word || word.typed))) continue
      problems.push(
        `${placeText(number)} is stored in ${table}.${name}: describe the column as personal or typed, or the table as typed`,
      )
    }
  }
  return [...new Set(problems)]
}

const placeText = (number: number): string => {
  const { call, at = [] } = sent[number] ?? {}
  return `${call?.path} ${at.join('.')}`
}

it('what a call stores of its texts is described as typed', async () => {
  expect(await findUndescribed(Object.assign({}, ...Object.values(allTables)))).toEqual([])
})

/** Tables that an erasure of a customer leaves alone, and why (docs/product/privacy.md). */
const reasons: Readonly<Record<string, string>> = {
  audit: 'the law asks for it',
  export_log: 'the law asks for it',
  store_blocklist: 'prevents another contact',
  member: 'members, not customers',
  account: 'members, not customers',
}

it('an erasure finds number and name in whatever a call or a delivery stores', async () => {
  const [who, number] = ['卓文昕', '13987651234']
  const { dealerId, code } = await buildReceivingStore(app)
  const head = await buildMember(app.db, app.now(), { dealerId, role: 1 })
  await buildCustomer(app, head, { mobile: number, name: who })
  const stored = new Set<number>()
  for (const { table } of listTables(allTables)) for (const [one] of await marksIn(table)) stored.add(one)
  for (const one of stored) {
    const place = sent[one]
    for (const text of [who, number]) if (place) await send(place, text, dealerId)
  }
  const sources = {
    leads: await buildSource(app.db),
    records: await buildSource(app.db, { sends: 'records' }),
  }
  app.advance(2)
  for (const [at, text] of [who, number].entries())
    for (const field of Object.keys(IncomingLead.shape).filter((one) => one !== 'dealerCode'))
      await deliver(app, sources.leads, [
        newLead(code, { externalId: `${at}${field}`, [field]: field === 'mobile' ? text : `${text}号` }),
      ])
  await sendRaw(
    app,
    sources.records,
    JSON.stringify({ dealerCode: code, deliveryId: `${number}-1`, mobile: number }),
    {
      path: '/open/v1/calls',
    },
  )
  for (const call of calls.filter((one) => fieldsOf(one).includes('isExport')))
    await app.post(call, head.token, { isExport: 1 })
  const folders = ['export', 'z-backend'].map((name) => path.join(app.filesFolder, name, String(dealerId)))
  const workbooks = () =>
    folders.flatMap((folder) => globSync('*.xlsx', { cwd: folder }).map((name) => path.join(folder, name)))
  expect(workbooks().length).toBeGreaterThan(2)
  const run = () => app.app.queues.works.get('persons')?.run()
  const { id = 0 } = await app.post(rooms.privacy.ask, head.token, { number })
  await run()
  expect(await app.post(rooms.privacy.erase, head.token, { id, word: confirmWord })).toMatchObject({
    status: '0',
  })
  await run()
  const { data = [] } = await app.post(rooms.privacy.list, head.token, {})
  expect(data.find((one) => one.id === id)).toMatchObject({ state: 3 })
  const left: string[] = []
  for (const { table, texts } of listTables(allTables)) {
    const { rows } = await sql<{ row: Readonly<Record<string, unknown>> }>`
      select to_jsonb(t) as row from ${sql.table(table)} t
      where to_jsonb(t)::text ~ ${`${who}|${number}`} and coalesce(to_jsonb(t) ->> 'dealer_id', ${dealerId}::text) = ${dealerId}::text`.execute(
      app.db,
    )
    for (const [column, value] of rows.flatMap(({ row }) => Object.entries(row))) {
      const word = texts[column]
      // Others may have the name.
      const isNamesake = word !== undefined && 'kind' in word && word.kind === 'name'
      const pattern = isNamesake ? number : `${who}|${number}`
      if (!(table in reasons) && new RegExp(pattern).test(JSON.stringify(value)))
        left.push(`${table}.${column}: ${JSON.stringify(value)}`)
    }
  }
  for (const file of workbooks()) {
    const read = await readXlsx({ bytes: readFileSync(file), maxUnpackedBytes: 1e8, maxRows: 10_000 })
    if (JSON.stringify(read).includes(number)) left.push(file)
  }
  for (const call of walkedCalls.filter(({ writes, may }) => !writes && may !== 'public')) {
    const actor = await buildActor(app, { role: roleFor(call), dealerId })
    const body = { ...(await bodyFor(app, call, actor)), ...(await walkOf(call).prepare?.(app, actor)) }
    const answer = JSON.stringify(await app.post(call, actor.member.token, { ...body, dealerId }))
    if (answer.includes(number)) left.push(`${call.path} answers ${number}`)
  }
  expect([...new Set(left)]).toEqual([])
}, 300_000)

it.skipIf(isLimited)('the text of a follow-up would be found without its word', async () => {
  const { timeline } = allTables['customer'] ?? {}
  const planted = {
    timeline: { place: 'distributed', key: ['id'], ids: {}, storeMerge: 'moves', ...timeline, texts: {} },
  } as const
  expect((await findUndescribed(planted)).join()).toContain('is stored in timeline.content')
})

import { personState } from '@showroom/contract/privacy/privacy.schema'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../src/customer/customer.factory.ts'
import { insertBulk } from '../src/customer/bulk/bulk.repository.ts'
import type { Job } from '../src/platform/jobs/jobs.ts'
import { insertPerson } from '../src/privacy/person.repository.ts'
import { buildDealer, buildMember, scopeOf } from '../src/team/team.factory.ts'
import type { BuiltMember } from '../src/team/team.factory.ts'
import { insertImport } from '../src/transfer/import/import.repository.ts'
import { createTestApp } from './app.ts'
import type { TestApp } from './app.ts'
import { sheetRow, storeSheet } from './sheets.ts'
import { recordStatements } from './database/statements.ts'

/**
 * Work outside calls does nothing for a member without the right to it. The running app lists its jobs and queues, so
 * that a new one cannot be forgotten.
 */

let app: TestApp
let boss: BuiltMember
let member: BuiltMember
beforeAll(async () => {
  app = await createTestApp({ outside: { publicUrl: 'https://crm.example.com' } })
})
afterAll(() => app.close())

/** For each job that works for members: prepares work of the member, and reports whether any of it was done. */
interface Kind {
  readonly prepare: () => Promise<void>
  readonly isDone: () => Promise<boolean>
}
const kinds: Readonly<Record<string, Kind>> = {
  imports: {
    async prepare() {
      const file = await storeSheet(app, member, [sheetRow()])
      const made = { fileKey: file, fileName: '名单.xlsx', isDirect: true, ip: '', now: app.now() }
      await insertImport(app.db, scopeOf(member), made)
    },
    isDone: async () => (await countOf('customer')) > 0,
  },
  bulks: {
    async prepare() {
      const { customerId } = await buildCustomer(app, boss)
      const terms = { memberId: 0, remark: '', addTags: '急购', dropTags: '' }
      const made = { action: 'tag', terms, customerIds: [customerId], ip: '', now: app.now() } as const
      await insertBulk(app.db, scopeOf(member), made)
    },
    async isDone() {
      const row = await app.db
        .selectFrom('customer')
        .select('tags')
        .where('dealer_id', '=', member.dealerId)
        .executeTakeFirst()
      return row?.tags.includes('急购') ?? false
    },
  },
  persons: {
    async prepare() {
      await app.db.updateTable('member').set({ role: 2 }).where('id', '=', member.memberId).execute()
      const number = '19900000001'
      const person = { number, numbers: [number], customer: [], joins: [], lead: [], order: [] }
      const made = { shown: '199****0001', person, ip: '', now: app.now() }
      await insertPerson(app.db, scopeOf(member), made)
    },
    async isDone() {
      const row = await app.db
        .selectFrom('person_request')
        .select('state')
        .where('dealer_id', '=', member.dealerId)
        .executeTakeFirst()
      return row?.state === personState.found
    },
  },
  'morning-report': {
    async prepare() {
      await app.db
        .insertInto('morning_report')
        .values({
          dealer_id: member.dealerId,
          member_id: member.memberId,
          is_on: true,
          send_at: '08:30',
          by_bell: true,
          by_sms: false,
          by_wecom: false,
        })
        .execute()
    },
    async isDone() {
      const rows = await app.db
        .selectFrom('notice')
        .select('id')
        .where('dealer_id', '=', member.dealerId)
        .where('member_id', '=', member.memberId)
        .execute()
      return rows.length > 0
    },
  },
}

async function countOf(table: 'customer'): Promise<number> {
  const { total } = await app.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('dealer_id', '=', member.dealerId)
    .executeTakeFirstOrThrow()
  return total
}

const losses = {
  nothing: {},
  frozen: { status: -1 },
  left: { left_at: new Date('2026-11-18T00:00:00Z') },
  'right taken': { role: 8, modules: [], handle_front: false },
} as const

/** Jobs and queues by name: everything that runs outside calls. */
const works = (): ReadonlyMap<string, Pick<Job, 'for' | 'run'>> =>
  new Map<string, Pick<Job, 'for' | 'run'>>([
    ...app.app.jobs.map((job) => [job.name, job] as const),
    ...app.app.queues.works,
  ])

describe('a job that works for members', () => {
  it('is known here', () => {
    const unknown = [...works()].flatMap(([name, work]) =>
      work.for === 'stores' || name in kinds
        ? []
        : [`${name} works for members: give it work of a member here, and show that it stops`],
    )
    expect(unknown).toEqual([])
    const gone = Object.keys(kinds).filter((name) => works().get(name)?.for !== app.app.behalf)
    expect(gone).toEqual([])
  })

  it.each(Object.keys(kinds).flatMap((name) => Object.keys(losses).map((loss) => [name, loss] as const)))(
    '%s: with the right lost by: %s',
    async (name, loss) => {
      app.setNow(new Date('2026-11-18T08:30:00+08:00'))
      boss = await buildMember(app.db, app.now(), { role: 1 })
      member = await buildMember(app.db, app.now(), { dealerId: boss.dealerId, role: 3 })
      const kind = kinds[name]
      await kind?.prepare()
      const change = losses[loss as keyof typeof losses]
      if (loss !== 'nothing')
        await app.db
          .updateTable('member')
          .set(change as { status: number })
          .where('id', '=', member.memberId)
          .execute()
      await works().get(name)?.run()
      expect(await kind?.isDone()).toBe(loss === 'nothing')
    },
  )
})

describe('a job that runs every few minutes', () => {
  it('sends one statement to a store without work', async () => {
    app.setNow(new Date('2026-11-18T19:30:00+08:00'))
    const idle = await Promise.all(Array.from({ length: 10 }, () => buildDealer(app.db)))
    const texts = { is_on: true, booked: '', moved: '', evening: '', on_since: app.now() }
    await app.db
      .insertInto('appointment_text')
      .values(idle.map((dealerId) => ({ dealer_id: dealerId, ...texts })))
      .execute()
    const { total: stores } = await app.db
      .selectFrom('dealer')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const frequent = app.app.jobs.filter(({ cron }) => cron.startsWith('*'))
    const busy: string[] = []
    for (const job of frequent) {
      await job.run()
      const sent = await recordStatements(() => job.run())
      if (sent.length >= stores + idle.length) busy.push(`${job.name}: ${sent.length} for ${stores} stores`)
    }
    expect(frequent.length).toBeGreaterThan(8)
    expect(busy, 'Read the stores with work first (docs/decisions/0094-stores-first.md)').toEqual([])
  })
})

describe('the code', () => {
  const root = path.join(import.meta.dirname, '../src')
  async function filesWith(pattern: RegExp): Promise<string[]> {
    const missing: string[] = []
    for await (const file of glob('**/*.ts', { cwd: root }))
      if (
        !/\.(test|factory|walk)\.ts$/.test(file) &&
        pattern.test(readFileSync(path.join(root, file), 'utf8'))
      )
        missing.push(file)
    return missing.toSorted()
  }

  it('makes a member’s session in the gate alone, and uses it outside calls in `Behalf` alone', async () => {
    expect(await filesWith(/\bmintSession\(/)).toEqual([
      'platform/session/gate.ts',
      'platform/session/session.ts',
    ])
    // The session of a command, which no request can have.
    expect(await filesWith(/(?<!const )\bmintCommandSession\(/)).toEqual(['seed/apply/network.merge.ts'])
    expect(await filesWith(/\.statusOf\(/)).toEqual(['platform/jobs/behalf.ts'])
  })
})

import { maskIdNo, maskMobile } from '@showroom/contract/kernel/mask'
import { personState } from '@showroom/contract/privacy/privacy.schema'
import type { PersonRequest } from '@showroom/contract/privacy/privacy.schema'
import { audit } from '../platform/auditing/audit.ts'
import { exportRows } from '../platform/export/export.ts'
import type { ExportDeps } from '../platform/export/export.ts'
import { exportMaxRows } from '@showroom/contract/kernel/export'
import type { Context } from '../platform/http/handler.ts'
import { personalTables } from '../platform/personal/personal.ts'
import { readRows } from '../platform/personal/personal.repository.ts'
import type { StoreWork } from '../platform/queues/queues.ts'
import { Refusal } from '../platform/refusal.ts'
import type { AllTables } from '../platform/tables/describe.ts'
import * as repository from './person.repository.ts'
import { foundCounts, foundKinds } from './person.words.ts'
import { percentDone } from './steps.ts'

/** Requests that a store may start in an hour: each walks all of its tables. */
const mostPerHour = 20

/** Lists the store's requests, newest first. */
export async function listPersons(
  { db, session }: Context,
  all: AllTables,
): Promise<{ data: PersonRequest[] }> {
  const tables = personalTables(all)
  const rows = await repository.listPersons(db, session.scope)
  return {
    data: rows.map(({ shown, found, step, names, ...row }) => ({
      ...row,
      number: shown,
      names: [...names],
      percent: percentDone(all, step),
      found: foundKinds(found, tables),
    })),
  }
}

const mask = (number: string): string => (/^1\d{10}$/.test(number) ? maskMobile(number) : maskIdNo(number))

/** Starts the search for all that the store keeps of a number. */
export async function askPerson(context: Context, work: StoreWork, number: string): Promise<{ id: number }> {
  const { db, session, now, ip, limits } = context
  await limits.spend(`person:${session.dealerId}`, { most: mostPerHour, windowSeconds: 3_600 })
  const masked = mask(number)
  const person = { number, numbers: [number], customer: [], joins: [], lead: [], order: [] }
  const id = await repository.insertPerson(db, session.scope, { shown: masked, person, ip, now })
  await audit(context, 'person-find', `person:${id}`, { number: masked })
  context.afterwards(() => work.wake([session.dealerId]))
  return { id }
}

/** Starts the erasure of what was found. It cannot be undone. */
export async function confirmErasure(context: Context, work: StoreWork, id: number): Promise<void> {
  const { db, session, now, ip } = context
  const person = await repository.findPerson(db, session.scope, id, true)
  if (!person) throw new Refusal('NOT_FOUND')
  if (person.state !== personState.found) throw new Refusal('STALE')
  await repository.startErasure(db, session.scope, id, { ip, now })
  await audit(context, 'person-erase', `person:${id}`, { number: person.shown, ...foundCounts(person.found) })
  context.afterwards(() => work.wake([session.dealerId]))
}

interface CopyRow {
  readonly kind: string
  readonly field: string
  readonly text: string
}

/** Text of a value: dates by day, JSON as it is stored. */
function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Writes a workbook for the person with all found rows, also those that an erasure keeps. */
export async function copyOfPerson(
  context: Context,
  { tables, ...deps }: ExportDeps & { readonly tables: AllTables },
  id: number,
): Promise<{ filePath: string }> {
  const { db, session } = context
  const request = await repository.findPerson(db, session.scope, id)
  if (!request) throw new Refusal('NOT_FOUND')
  if (request.state !== personState.found) throw new Refusal('STALE')
  const rows: CopyRow[] = []
  for (const table of personalTables(tables)) {
    const { keys = [] } = request.found[table.table] ?? {}
    for (const row of await readRows(db, session.dealerId, table, keys))
      for (const [name, { title, kind }] of Object.entries(table.columns)) {
        const value = row[name]
        if (kind === 'file' || kind === 'files' || value === null || value === '' || value === false) continue
        rows.push({ kind: table.title, field: title, text: textOf(value) })
      }
  }
  if (rows.length > exportMaxRows) throw new Refusal('EXPORT_TOO_MANY')
  const filePath = await exportRows(context, deps, {
    name: '个人信息副本',
    columns: [
      { heading: '类别', width: 20, of: ({ kind }) => kind },
      { heading: '项目', width: 16, of: ({ field }) => field },
      { heading: '内容', width: 60, of: ({ text }) => text },
    ],
    rows,
    filter: [{ label: '号码', text: request.shown }],
  })
  return { filePath }
}

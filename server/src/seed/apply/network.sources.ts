import type { Client } from 'pg'
import { makeKey } from '../../lead/index.ts'
import type { Book, Row } from './book.ts'
import { firstOf, namesOf } from './rows.ts'
import type { Report } from './rows.ts'
import type { Source, State } from './network.state.ts'

/** Lead sources of a network file. They are identified by name; each gets a key when it is created. */

export type SourcePlan = Omit<Source, 'id'> & { readonly row: Row; readonly before: Source | undefined }

const states = new Map([
  ['启用', true],
  ['停用', false],
])
const usualRate = 200

/** Returns the file's sources. */
export function planSources(book: Book, state: State, report: Report): SourcePlan[] {
  const seen = new Map<string, number>()
  return book.rows('线索来源').flatMap((row) => {
    const name = row.cell('来源名称')
    const isFirst = firstOf(seen, name, row, '来源名称', report)
    if (name.length > 50) report(row, '来源名称', '不能超过50个字')
    const sources = state.sources.filter((one) => one.name === name)
    if (sources.length > 1) report(row, '来源名称', '有多个同名来源，请用 npm run lead-source 修改')
    const [before] = sources
    const channel = row.cell('渠道')
    const sourceId = state.channels.get(channel) ?? 0
    if (channel !== '' && sourceId === 0) report(row, '渠道', `没有此渠道，可填：${namesOf(state.channels)}`)
    const rate = row.cell('每秒上限')
    if (!/^(?:[1-9]\d{0,5})?$/.test(rate)) report(row, '每秒上限', '请填写1到999999的整数')
    const active = row.cell('状态')
    if (active !== '' && !states.has(active)) report(row, '状态', '请填写启用或停用')
    if (!isFirst) return []
    const after = {
      row,
      before,
      name,
      sourceId,
      rate: rate === '' ? (before?.rate ?? usualRate) : Number(rate),
      active: states.get(active) ?? before?.active ?? true,
    }
    return [after]
  })
}

/** Writes the sources; returns the keys and secrets of new ones, which cannot be read again. */
export async function writeSources(
  client: Client,
  plans: readonly SourcePlan[],
  serverSecret: string,
  now: Date,
): Promise<string[]> {
  const notes: string[] = []
  for (const { before, name, sourceId, rate, active } of plans)
    if (before)
      await client.query(
        "update lead_source set source_id = $2, rate = $3, active = $4 where name = $1 and sends = 'leads'",
        [name, sourceId, rate, active],
      )
    else {
      const { key, secret, sealed } = makeKey(serverSecret)
      await client.query(
        `insert into lead_source (key, sealed_secret, source_id, name, rate, active, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [key, sealed, sourceId, name, rate, active, now],
      )
      notes.push(`${name}  key ${key}  secret ${secret}  (not shown again)`)
    }
  return notes
}

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { planning, planOnCitus } from '../server/src/platform/db/client.ts'
import type { Statement } from '../server/test/database/statements.ts'

/** The ceiling: the same statements as the server's, prepared and sent by pgbench, which does nothing else. */

const run = promisify(execFile)

export async function hasPgbench(): Promise<boolean> {
  return run('pgbench', ['--version']).then(
    () => true,
    () => false,
  )
}

/** One captured run of a call; `vary` lists the values that pgbench replaces, and by what. */
export interface Sample {
  readonly statements: readonly Statement[]
  readonly vary: Readonly<Record<string, string>>
}

interface Script {
  readonly text: string
  /** Text values: pgbench takes them from the command line only. */
  readonly defines: readonly string[]
}

/** A parameter as PostgreSQL reads it; undefined for null. */
function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return String.raw`\x${value.toString('hex')}`
  if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(item)).join(',')}}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The item of a one-item array: batched statements are also sent for one row, whose id must differ each time. */
const onlyItem = (value: unknown): string | undefined =>
  Array.isArray(value) && value.length === 1 ? textOf(value[0]) : undefined

/** pgbench would read a colon in a literal, such as a time format, as one of its variables. */
const colon = /(?<!:):(?=\w)/g

const idColumn = /(^i|I)d$/
/** Ids of customers, deals and activities; small numbers may be codes. */
const largeNumber = /^\d{4,}$/
const isNumber = (value: string | undefined): boolean => value !== undefined && /^\d{1,15}$/.test(value)

/** Values of the id columns that a statement returned: later statements use them. */
const idsOf = ({ rows: [row = {}] }: Statement): string[] =>
  Object.entries(row).flatMap(([column, value]) =>
    idColumn.test(column) && largeNumber.test(String(value)) ? [column] : [],
  )

/** Ids of a store and its members, which are small numbers. */
const ofStore = /(?<="(?:dealer_id|owner_id|created_by)":)\d+/g
const ids = /(?<="(?:dealer_id|owner_id|created_by)":)(\d+)|(?<=[:[",])(\d{4,})(?=[",}\]])/

/**
 * Splits rows that travel as JSON at the ids and numbers that a variable may replace. Store and members stay as in
 * each sample: rows of another store would not match the ids in the same statement.
 */
function jsonParts(texts: readonly (string | undefined)[]): (string | readonly string[])[] {
  const whose = texts.map((one) => [...(one ?? '').matchAll(ofStore)].map(([id]) => id))
  let place = -1
  return (texts[0] ?? '').split(ids).flatMap((part, at): (string | readonly string[])[] => {
    if (part === undefined) return []
    if (at % 3 !== 1) return [part]
    place += 1
    return [whose.map((all) => all[place] ?? part)]
  })
}

/**
 * The scripts of a call's samples, between which pgbench chooses: one for all if only numbers differ, else one for
 * each.
 */
export const scriptsOf = (samples: readonly Sample[], textsDiffer: boolean): Script[] =>
  textsDiffer
    ? samples.slice(0, mostScripts).map((sample, at) => scriptOf([sample], `s${at}_`))
    : [scriptOf(samples, '')]

/** Each is planned once per connection, during the measurement. */
const mostScripts = 8

/**
 * One script for all samples, so that each statement is prepared once per connection, as on the server. Each run
 * picks a sample: numbers are that sample's, texts the first one's (pgbench computes with numbers only). Later
 * statements use the ids that earlier ones returned.
 */
function scriptOf(samples: readonly Sample[], prefix: string): Script {
  const [first] = samples
  if (!first) return { text: '', defines: [] }
  const lines = [`\\set sample random(0, ${samples.length - 1})`]
  const defines: string[] = []
  /** Variables by the values that they replace, one per sample. */
  const variables = new Map<string, string>()
  const choose = (expressions: readonly string[]): string =>
    new Set(expressions).size === 1
      ? String(expressions[0])
      : `case ${expressions.map((one, at) => `when :sample = ${at} then ${one}`).join(' ')} end`
  const keyOf = (values: readonly unknown[]): string => values.map(textOf).join('\n')

  const varied = samples.map(({ vary }) => Object.entries(vary))
  for (const at of Object.keys(varied[0] ?? []).map(Number)) {
    const name = `${prefix}varied${at}`
    variables.set(varied.map((entries) => entries[at]?.[0]).join('\n'), name)
    lines.push(`\\set ${name} ${choose(varied.map((entries) => entries[at]?.[1] ?? '0'))}`)
  }
  const jsonOf = (texts: readonly (string | undefined)[]): string => {
    const firsts = new Map([...variables].map(([values, name]) => [values.split('\n')[0], name]))
    const parts = jsonParts(texts).map((part) => {
      if (typeof part !== 'string') return `:${numberOf(part)}`
      const name = largeNumber.test(part) ? firsts.get(part) : undefined
      return name ? `:${name}` : textPart(part)
    })
    return `(${parts.map((part) => `${part}::text`).join(' || ')})`
  }
  const numberOf = (values: readonly string[]): string => {
    const variable = variables.get(values.join('\n'))
    if (variable) return variable
    const name = `${prefix}given${variables.size}`
    variables.set(values.join('\n'), name)
    lines.push(`\\set ${name} ${choose(values)}`)
    return name
  }
  const textPart = (text: string): string => {
    const variable = variables.get(text)
    if (variable) return `:${variable}`
    const name = `${prefix}given${variables.size}`
    variables.set(text, name)
    defines.push(`${name}=${text}`)
    return `:${name}`
  }

  const variableOf = (values: readonly unknown[], cast: string): string => {
    const texts = values.map(textOf)
    const variable = variables.get(texts.join('\n'))
    if (variable) return `:${variable}`
    const items = values.map(onlyItem)
    const item = items.every((one) => one !== undefined) ? variables.get(items.join('\n')) : undefined
    // Only where a cast follows; otherwise the value would stay text.
    if (item && cast.endsWith('[]')) return `('{' || :${item}::text || '}')`
    if (cast === '::jsonb' && texts[0]) return jsonOf(texts)
    // Writes nulls and empty texts into the statement: pgbench has no such variables.
    if (texts[0] === undefined) return 'null'
    if (texts[0] === '') return "''"
    const name = `${prefix}given${variables.size}`
    variables.set(texts.join('\n'), name)
    if (texts.every(isNumber)) lines.push(`\\set ${name} ${choose(texts as string[])}`)
    else defines.push(`${name}=${texts[0]}`)
    return `:${name}`
  }

  for (const [at, statement] of first.statements.entries()) {
    const each = samples.map(({ statements }) => statements[at])
    const text = statement.text
      .replaceAll(colon, "' || ':' || '")
      .replaceAll(/\$(\d+)(::\w+\[\]|::jsonb)?/g, (_, number: string, cast: string = '') => {
        const values = each.map((one) => one?.values[Number(number) - 1])
        return variableOf(values, cast) + cast
      })
    const returned = idsOf(statement)
    for (const column of returned) {
      const key = keyOf(each.map((one) => one?.rows[0]?.[column]))
      if (variables.has(key)) continue
      variables.set(key, `row${at}_${column}`)
      lines.push(`\\set row${at}_${column} 0`)
    }
    // \aset tolerates no row, while \gset would end the client: another customer may have no open activity.
    lines.push(returned.length > 0 ? `${text} \\aset row${at}_` : `${text};`)
  }
  return { text: `${lines.join('\n')}\n`, defines }
}

/** The session options of the server's connections to this database. */
async function planningOf(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ mode: string }>(planOnCitus)
  await client.end()
  return rows[0] ? `${planning} -c plan_cache_mode=${rows[0].mode}` : planning
}

/** Transactions a second, all prepared, and planned as on the server's connections. */
export async function pgbench(
  url: string,
  scripts: readonly Script[],
  options: { clients: number; seconds: number },
): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'showroom-pgbench-'))
  try {
    const files = scripts.map((_, at) => path.join(folder, `${at}.sql`))
    for (const [at, file] of files.entries()) await writeFile(file, scripts[at]?.text ?? '')
    const defines = scripts.flatMap((script) => script.defines.flatMap((define) => ['-D', define]))
    const { clients, seconds } = options
    const how = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', '2', '-T', `${seconds}`]
    const { stdout } = await run(
      'pgbench',
      [...how, ...files.flatMap((file) => ['-f', file]), ...defines, url],
      {
        maxBuffer: 64 * 1024 * 1024,
        env: { ...process.env, PGOPTIONS: await planningOf(url) },
      },
    )
    return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1] ?? 0)
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    throw new Error(`pgbench failed:\n${stderr.slice(0, 2_000)}`, { cause: error })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

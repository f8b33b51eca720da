import { parseArgs } from 'node:util'
import { rooms } from '@showroom/contract'
import { importState } from '@showroom/contract/transfer/transfer.schema'
import type { ImportStatus } from '@showroom/contract/transfer/transfer.schema'
import type { Call } from '@showroom/contract/kernel/call'
import { columns } from '../server/src/transfer/import/import.columns.ts'
import { offerHelp } from '../server/src/platform/config/help.ts'
import { writeXlsx } from '../server/src/platform/xlsx/xlsx.ts'
import { ask, environmentOf, openDatabase } from './database.ts'
import { describeTimes, loadUntil, post as postTo } from './meanwhile.ts'
import { signInReaders } from './readers.ts'
import { newMobile, requestOf } from './scenarios.ts'
import type { Reader } from './scenarios.ts'
import { startServer } from './server.ts'

/** `npm run bench -- import`: an import of many rows, and how long other members wait for their lists meanwhile. */

/** Members who read their lists without a pause. */
const others = 4

const usage = `Usage: npm run bench -- import [--rows N]
  --rows  how many, at most 5000 (5000)
The database is DATABASE_URL, else an embedded one under data/bench, filled on the first run.`
offerHelp(usage)
const total = Number(parseArgs({ options: { rows: { type: 'string', default: '5000' } } }).values.rows)
if (!(total >= 1 && total <= 5_000)) throw new Error(usage)

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function sheet({ city }: Reader): Promise<Uint8Array> {
  const [series] = await ask<{ name: string }>(url, 'select name from series order by id limit 1')
  const row = (at: number): Record<string, string> => ({
    客户姓名: `导入客户${at}`,
    手机号: newMobile(),
    性别: at % 2 ? '男' : '女',
    客户来源: '自然到店',
    意向车系: series?.name ?? '',
    购车省份: city.province,
    购车城市: city.city,
    购车区县: city.area,
    意向级别: 'H',
    备注: '车展留资，周末看车',
  })
  const rows = Array.from({ length: total }, (_, at) => row(at))
  const cells = rows.map((one) => columns.map(({ heading }) => one[heading] ?? ''))
  return writeXlsx([{ name: '客户导入', columns, rows: cells }])
}

const post = <Answer>(call: Call, token: string, body: object): Promise<Answer> =>
  postTo<Answer>(server.port, call, token, body)

async function upload(token: string, bytes: Uint8Array): Promise<string> {
  const params = await post<{ host: string; key: string; fields: Record<string, string> }>(
    rooms.base.uploadParams,
    token,
    { key: '客户.xlsx' },
  )
  const form = new FormData()
  for (const [name, value] of Object.entries(params.fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(bytes)]), '客户.xlsx')
  const stored = await fetch(`${base}${params.host}`, { method: 'POST', body: form })
  if (!stored.ok) throw new Error(await stored.text())
  return params.key
}

/** Runs a step while the others read their lists; prints how long it took and how long they waited. */
async function meanwhile(name: string, step: () => Promise<number>, until: number): Promise<number> {
  const requests = readers
    .slice(1)
    .map((reader) => requestOf(rooms.customer.list, reader.token, { pageCount: 10 }))
  const started = performance.now()
  let importId = await step()
  const times = await loadUntil({ port: server.port, connections: others, requests }, async () => {
    const status = await post<ImportStatus>(rooms.transfer.importStatus, readers[0]?.token ?? '', {
      importId,
    })
    importId = status.importId
    if (status.state === importState.refused) throw new Error(status.refusal)
    return status.state === until
  })
  const seconds = (performance.now() - started) / 1000
  say(`${name}: ${seconds.toFixed(1)} s; ${times.length} lists of others: ${describeTimes(times)}`)
  return importId
}

await using database = await openDatabase(say)
const { url } = database
await using server = await startServer(environmentOf(database))
const base = `http://127.0.0.1:${server.port}`
await using signedIn = await signInReaders(url)
const { readers } = signedIn
const [importer] = readers
if (!importer) throw new Error('the network is empty')
const file = await upload(importer.token, await sheet(importer))
const importId = await meanwhile(
  `preview of ${total} rows`,
  async () =>
    (await post<ImportStatus>(rooms.transfer.startImport, importer.token, { file, preview: true })).importId,
  importState.checked,
)
await meanwhile(
  `commit of ${total} rows`,
  async () => (await post<ImportStatus>(rooms.transfer.commitImport, importer.token, { importId })).importId,
  importState.done,
)
const done = await post<ImportStatus>(rooms.transfer.importStatus, importer.token, { importId })
say(
  `in: ${done.successTotal}, duplicates: ${done.duplicateTotal}, failed: ${done.failTotal}; server at ${server.memory()} MB`,
)

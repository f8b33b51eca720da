import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { rooms } from '@showroom/contract'
import { importState } from '@showroom/contract/transfer/transfer.schema'
import type { ImportStatus } from '@showroom/contract/transfer/transfer.schema'
import type { Call } from '@showroom/contract/kernel/call'
import { columns } from '../server/src/transfer/import.columns.ts'
import { offerHelp } from '../server/src/platform/help.ts'
import { writeXlsx } from '../server/src/platform/xlsx/xlsx.ts'
import { ask, openDatabase } from './database.ts'
import type { Outcome } from './load.ts'
import { signInReaders } from './readers.ts'
import { newMobile, requestOf } from './scenarios.ts'
import type { Reader } from './scenarios.ts'
import { startServer } from './server.ts'

/** `npm run bench -- import`: an import of 5,000 rows, and how long others wait for their lists meanwhile. */

const total = 5_000
/** People who look at their lists without a pause. */
const others = 4

const usage = `Usage: npm run bench -- import
It has no options. The database is DATABASE_URL, else an embedded one under data/bench, filled on the first run.`
offerHelp(usage)

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

async function post<Answer>(call: Call, token: string, body: object): Promise<Answer> {
  const response = await fetch(`${base}${call.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Answer & { status: string; detail: string }
  if (answer.status !== '0') throw new Error(`${call.path}: ${answer.detail}`)
  return answer
}

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

/** Does a step while the others look at their lists; tells how long it took and how long they waited. */
async function meanwhile(name: string, step: () => Promise<number>, until: number): Promise<number> {
  const requests = readers
    .slice(1)
    .map((reader) => requestOf(rooms.customer.list, reader.token, { pageCount: 10 }))
  const loader = fork(path.join(import.meta.dirname, 'load.ts'))
  const order = { port: server.port, connections: others, seconds: 120, requests, repeat: true }
  const started = performance.now()
  let importId = await step()
  for (;;) {
    // The lists are measured in slices, until the step is over.
    loader.send({ ...order, seconds: 0.5 })
    const [outcome] = (await once(loader, 'message')) as [Outcome]
    times.push(...outcome.times)
    const status = await post<ImportStatus>(rooms.transfer.importStatus, readers[0]?.token ?? '', {
      importId,
    })
    importId = status.importId
    if (status.state === until) break
    if (status.state === importState.refused) throw new Error(status.refusal)
    await wait(10)
  }
  loader.kill()
  const seconds = (performance.now() - started) / 1000
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): string => `${Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)} ms`
  say(
    `${name}: ${seconds.toFixed(1)} s; ${sorted.length} lists of others: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`,
  )
  times.length = 0
  return importId
}

const times: number[] = []
const database = await openDatabase((line) => say(line))
const { url } = database
const dataDir = mkdtempSync(path.join(tmpdir(), 'showroom-import-'))
const server = await startServer({ DATABASE_URL: url, DATA_DIR: dataDir, DEMO: '0' })
const base = `http://127.0.0.1:${server.port}`
const { readers, signOut } = await signInReaders(url)
try {
  const [importer] = readers
  if (!importer) throw new Error('the network is empty')
  const file = await upload(importer.token, await sheet(importer))
  const importId = await meanwhile(
    `preview of ${total} rows`,
    async () =>
      (await post<ImportStatus>(rooms.transfer.startImport, importer.token, { file, preview: true }))
        .importId,
    importState.checked,
  )
  await meanwhile(
    `commit of ${total} rows`,
    async () =>
      (await post<ImportStatus>(rooms.transfer.commitImport, importer.token, { importId })).importId,
    importState.done,
  )
  const done = await post<ImportStatus>(rooms.transfer.importStatus, importer.token, { importId })
  say(
    `in: ${done.successTotal}, duplicates: ${done.duplicateTotal}, failed: ${done.failTotal}; server at ${server.memory()} MB`,
  )
} finally {
  await signOut()
  await server.stop()
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

import { setTimeout } from 'node:timers/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { schemaOf } from '@showroom/contract/kernel/call'
import type { AnswerOf, Call, RequestOf } from '@showroom/contract/kernel/call'
import { errors, isLimit } from '@showroom/contract/kernel/errors'
import type { ErrorCode } from '@showroom/contract/kernel/errors'
import { z } from 'zod'
import { createApp } from '../src/app.ts'
import type { App } from '../src/app.ts'
import type { OutsideConfig } from '../src/platform/config/config.outside.ts'
import type { Retention } from '../src/platform/config/config.retention.ts'
import { createDatabase, createPool, planning } from '../src/platform/db/client.ts'
import type { Database } from '../src/platform/db/client.ts'
import { besideTransaction } from '../src/platform/db/held.ts'
import type { BucketConfig } from '../src/platform/files/bucket.ts'
import type { ScannerAddress } from '../src/platform/files/clamav.ts'
import { createLog } from '../src/platform/observe/log.ts'
import type { Logger } from '../src/platform/observe/log.ts'
import type { WebhookSettings } from '../src/webhook/room.ts'
import { createTestDatabase } from './database/database.ts'
import type { Content } from './database/database.ts'
import { checkStored } from './guards/stored.guard.ts'
import { clearNumbersOf, surplusOf } from './guards/surplus.ts'
import { testNow } from './templates/large.ts'

export { testNow }

/** Secret with which the test servers sign and seal. */
export const testSecret = 'a secret of the tests, 32 characters'

/** On Citus tests join tables of stores by other columns than the store, which the product may not. Elsewhere it has no effect. */
const joining = '-c citus.enable_repartition_joins=on'

export interface TestApp {
  readonly app: App
  /** For rows that tests and factories stage. They write copied columns themselves, and notify if a process may have cached the row. */
  readonly db: Database
  readonly databaseUrl: string
  readonly filesFolder: string
  readonly now: () => Date
  setNow(at: Date): void
  advance(seconds: number): void
  /** Makes a call and returns the whole envelope. */
  post<C extends Call>(
    call: C,
    token: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<Wire<C>>
  /** Another server process on the same database; closed with the rest. */
  startNode(): Promise<App>
  close(): Promise<void>
}

export type Wire<C extends Call> = Partial<AnswerOf<C>> & {
  status: string
  code: number
  detail: string
  httpStatus: number
  text: string
  headers: Record<string, unknown>
  errors?: { path: string; text: string }[]
  /** The error behind a 500, which the response itself does not contain. */
  fault?: string
}
export type Body<C extends Call> = RequestOf<C>

/** Refusals possible for every call. */
const anyCall: readonly ErrorCode[] = [
  'SESSION_GONE',
  'FORBIDDEN',
  'STORE_CLOSED',
  'NOT_FOUND',
  'INVALID',
  'IDEMPOTENCY_MISMATCH',
]
const codeNames = new Map<number, ErrorCode>(
  Object.entries(errors).map(([name, { code }]) => [code, name as ErrorCode]),
)

/** Yuan have two decimals: an amount with more is an unrounded quotient. */
const unroundedAmount = /"\w*(?:price|payment|amount|deposit)\w*":-?\d+\.\d{3,}/i

/**
 * Checks every response of every test against its contract, refusals included. Only reveal calls may return a clear
 * number.
 */
function checkAnswer(call: Call, text: string): void {
  const answer = JSON.parse(text) as { status: string; code: number }
  if (answer.status === '0') {
    const parsed = schemaOf(call.answer).safeParse(answer)
    if (!parsed.success) throw new Error(`${call.path} broke its contract: ${z.prettifyError(parsed.error)}`)
    const { status: _status, code: _code, detail: _detail, ...fields } = answer as Record<string, unknown>
    const surplus = surplusOf(fields, parsed.data)
    const [unrounded] = unroundedAmount.exec(text) ?? []
    if (unrounded) throw new Error(`${call.path} answers an amount with more than two decimals: ${unrounded}`)
    if (surplus.length > 0)
      throw new Error(`${call.path} answers what its contract does not know: ${surplus.join()}`)
  } else {
    const name = codeNames.get(answer.code)
    if (!name || ![...anyCall, ...call.refusals].includes(name))
      throw new Error(`${call.path} does not say that it refuses with ${name ?? answer.code}`)
  }
  // The sign-in page's demo help names the demo accounts; it is off outside demo mode.
  const isDemoHelp = call.path === '/v1/backendOperatorRpc/base'
  const clear = call.reveals || isDemoHelp ? [] : clearNumbersOf(answer)
  if (clear.length > 0) throw new Error(`${call.path} shows a clear number: ${clear.join()}`)
}

/** Only the response of a limit has HTTP 429, with a Retry-After in seconds. */
function checkLimit(
  call: Call,
  answer: Readonly<Record<string, unknown>>,
  { statusCode, headers }: { readonly statusCode: number; readonly headers: Record<string, unknown> },
): void {
  const name = codeNames.get(Number(answer['code']))
  const status = `${statusCode}, Retry-After ${String(headers['retry-after'])}`
  const waits = /^[1-9]\d*$/.test(String(headers['retry-after']))
  if (name && isLimit(name) ? statusCode !== 429 || !waits : statusCode === 429)
    throw new Error(`${call.path} answers ${String(answer['code'])} with HTTP ${status}`)
}

/** Errors by request: the tests keep the log's errors from the output, and show them with the response. */
const faults = new Map<string, string>()
const keepFault = (line: string): void => {
  const { requestId, err } = JSON.parse(line) as { requestId?: string; err?: { message: string } }
  if (requestId && err) faults.set(requestId, err.message)
}
const testLog = (level = process.env['TEST_LOG']): Logger =>
  level ? createLog(level) : createLog('error', { write: keepFault })

/** Makes a call on one server process and returns the whole envelope. */
export async function send<C extends Call>(
  node: App,
  call: C,
  token: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Wire<C>> {
  const inject = async () =>
    await node.http.inject({
      method: 'POST',
      url: call.path,
      payload: body as object,
      headers: { ...(token && { authorization: token }), ...headers },
    })
  const response = await besideTransaction('a client is not part of a test’s transaction', inject)
  const fault = faults.get(String(response.headers['x-request-id']))
  const answer = response.json<Record<string, unknown>>()
  checkLimit(call, answer, response)
  return {
    ...answer,
    ...(fault && { fault }),
    httpStatus: response.statusCode,
    text: response.body,
    headers: response.headers,
  } as never
}

export interface TestAppOptions {
  /** Initial content of the database; only the base data by default. */
  readonly of?: Content
  readonly demo?: boolean
  readonly log?: Logger
  /** Maps the database's URL, for example through a proxy. */
  readonly databaseUrl?: (url: string) => string
  readonly webFolder?: string
  readonly offline?: boolean
  /** Stores files in a bucket instead of a folder. */
  readonly bucket?: BucketConfig
  /** A virus scanner for uploads. */
  readonly scanner?: ScannerAddress
  /** Configured outside systems. */
  readonly outside?: Partial<OutsideConfig>
  /** How webhook receivers are reached. */
  readonly webhooks?: WebhookSettings['webhooks']
  readonly heartbeatMs?: number
  readonly metricsToken?: string
  /** Days that data is kept; the usual ones by default. */
  readonly retention?: Retention
  /** Number of proxies before the server; none by default. */
  readonly trustProxy?: number
}

/** The whole server on its own database, driven over HTTP. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { url, drop } = await createTestDatabase(options)
  let now = testNow
  const filesFolder = mkdtempSync(path.join(tmpdir(), 'showroom-files-'))
  const nodes: App[] = []
  const startNode = async (): Promise<App> => {
    const node = await createApp({
      databaseUrl: options.databaseUrl?.(url) ?? url,
      poolSize: 10,
      log: options.log ?? testLog(),
      clock: () => now,
      filesFolder,
      fileSecret: testSecret,
      trustProxy: options.trustProxy ?? 0,
      demo: options.demo ?? true,
      demoAccounts: () => Promise.resolve(undefined),
      ...(options.outside && { outside: options.outside }),
      onAnswer: checkAnswer,
      ...(options.metricsToken && { metricsToken: options.metricsToken }),
      ...(options.webFolder && { webFolder: options.webFolder }),
      offline: options.offline ?? true,
      ...(options.bucket && { bucket: options.bucket }),
      scanner: options.scanner,
      // No name resolves, so that no test waits for the internet.
      webhooks: { lookup: () => Promise.resolve([]), ...options.webhooks },
      ...(options.heartbeatMs && { heartbeatMs: options.heartbeatMs }),
      ...(options.retention && { retention: options.retention }),
    })
    await node.http.ready()
    // Waits until the node receives events of other nodes from the first request on.
    for (let tries = 0; !node.live.isUp() && tries < 200; tries++) await setTimeout(10)
    nodes.push(node)
    return node
  }
  const app = await startNode()
  const db = createDatabase(createPool(url, 10, testLog(), `${planning} ${joining}`))
  return {
    app,
    db,
    databaseUrl: url,
    filesFolder,
    now: () => now,
    setNow(at) {
      now = at
    },
    advance(seconds) {
      now = new Date(now.getTime() + seconds * 1000)
    },
    post: (call, token, body, headers) => send(app, call, token, body, headers),
    startNode,
    async close() {
      if (options.of !== 'large') await checkStored(db)
      await Promise.all([...nodes.map((node) => node.close()), db.destroy()])
      await drop()
      rmSync(filesFolder, { recursive: true, force: true })
    },
  }
}

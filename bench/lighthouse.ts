import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type BrowserContext } from '@playwright/test'
import { chromiumOptions } from '../e2e/tools/chromium.ts'
import { people } from '../e2e/tools/people.ts'
import { offerHelp } from '../server/src/platform/config/help.ts'
import { startServer } from './server.ts'
import { median, signIn } from './window.ts'

/**
 * `npm run bench -- lighthouse`: Lighthouse's phone (slow 4G, a processor four times slower, empty cache) on the pages
 * that a consultant opens most, against the demo network. The web client must be built (`npm run build`).
 */

const version = '12.8.2'
const folder = path.join(tmpdir(), `showroom-lighthouse-${version}`)

const usage = `Usage: npm run bench -- lighthouse [--rounds N] [--only WORD] [--url URL]
  --rounds  how often each page is measured (5); the figures are medians
  --only    pages whose name contains this: sign-in, today, list, file, tasks
  --url     a server that runs, for pages without a session; by default it starts one with a demo network
It installs Lighthouse ${version} into ${folder}, and deletes its demo network afterwards. The machine should be otherwise idle.`
offerHelp(usage)
const {
  rounds,
  only,
  url: given,
} = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    url: { type: 'string' },
  },
}).values
if (!(Number(rounds) >= 1)) throw new Error(usage)

/** The used part of Lighthouse's result. Times are in milliseconds. */
interface Report {
  readonly categories: { readonly performance: { readonly score: number | null } }
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>
  readonly environment: { readonly benchmarkIndex: number }
}
type Lighthouse = (
  url: string,
  flags: Readonly<Record<string, unknown>>,
) => Promise<{ readonly lhr: Report } | undefined>

/** Lighthouse from its own folder: it is too large to be installed with the product. */
async function loadLighthouse(): Promise<Lighthouse> {
  if (!existsSync(path.join(folder, 'node_modules/lighthouse'))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
    const args = ['install', '--no-audit', '--no-fund', `lighthouse@${version}`]
    const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`npm could not install Lighthouse: ${stderr}`)
  }
  const entry = createRequire(path.join(folder, 'package.json')).resolve('lighthouse')
  const module = (await import(pathToFileURL(entry).href)) as { default: Lighthouse }
  return module.default
}

/** A port that nothing listens on. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

const signInPage = '/login'

const figures = {
  score: ({ categories }: Report) => (categories.performance.score ?? 0) * 100,
  'first paint': ({ audits }: Report) => audits['first-contentful-paint']?.numericValue ?? 0,
  'largest paint': ({ audits }: Report) => audits['largest-contentful-paint']?.numericValue ?? 0,
  blocked: ({ audits }: Report) => audits['total-blocking-time']?.numericValue ?? 0,
  'main thread': ({ audits }: Report) => audits['mainthread-work-breakdown']?.numericValue ?? 0,
  KiB: ({ audits }: Report) => (audits['total-byte-weight']?.numericValue ?? 0) / 1024,
  benchmarkIndex: ({ environment }: Report) => environment.benchmarkIndex,
} as const

/** Addresses of the pages, by the id of a customer; that of sign-in has no session. */
const pages: Readonly<Record<string, (customerId: number) => string>> = {
  'sign-in': () => signInPage,
  today: () => '/dashboard/index',
  list: () => '/customer/list',
  file: (customerId) => `/customer/detail/${customerId}`,
  tasks: () => '/activity/tasks',
}

const lighthouse = await loadLighthouse()
await using server = given ? undefined : await startServer({}, 'e2e/tools/server.ts')
const url = given ?? `http://127.0.0.1:${server?.port}`

/** Signs in, and returns the id of a customer. */
async function openSession(context: BrowserContext): Promise<number> {
  const { call, dealerId } = await signIn(context, url, people.consultant)
  const [page] = context.pages()
  await page?.goto(`${url}/favicon.svg`)
  await page?.evaluate((id) => localStorage.setItem('dealerId', String(id)), dealerId)
  const list = { dealerId, pageStart: 1, pageCount: 1 }
  const { data } = await call<{ data: readonly { customerId: number }[] }>(
    '/v2/appCustomerService/list',
    list,
  )
  return data[0]?.customerId ?? 0
}

/** Measures a page in a browser without any cache. */
async function measure(address: (customerId: number) => string): Promise<Report> {
  const port = await findPort()
  await using context = await chromium.launchPersistentContext('', {
    ...chromiumOptions,
    args: [...chromiumOptions.args, `--remote-debugging-port=${port}`],
  })
  const customerId = address(0) === signInPage ? 0 : await openSession(context)
  const result = await lighthouse(`${url}/#${address(customerId)}`, {
    port,
    onlyCategories: ['performance'],
    // Keeps the session.
    disableStorageReset: true,
  })
  if (!result) throw new Error('Lighthouse returned no result')
  return result.lhr
}

const say = (...cells: readonly string[]): void =>
  void process.stdout.write(`| ${cells.map((cell) => cell.padStart(13)).join(' | ')} |\n`)
say('page', ...Object.keys(figures))
for (const [name, address] of Object.entries(pages)) {
  if (!name.includes(only)) continue
  const reports: Report[] = []
  for (let round = 0; round < Number(rounds); round++) reports.push(await measure(address))
  say(name, ...Object.values(figures).map((figure) => median(reports.map(figure)).toFixed()))
}

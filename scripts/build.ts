import { createHash } from 'node:crypto'
import {
  accessSync,
  existsSync,
  constants as fileModes,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { offerHelp } from '../server/src/platform/config/help.ts'
import { siteSources, writeSite } from './guide/site.ts'

/**
 * Builds the web client into web/dist, next to the assets of the build before, and the documents into web/dist/help.
 * Compresses their files for the server, prints the size of each measured page, and fails if one is over its budget,
 * loads files in a circle, or uses what the browsers of web/browsers.ts lack.
 * Leaves out what no changed source affects.
 */

offerHelp(`Usage: npm run build
Builds the web client and the documents into web/dist, and fails where a page is over its budget.`)

const root = path.resolve(import.meta.dirname, '..')
const dist = path.join(root, 'web/dist')
const stamp = path.join(dist, '.sources')
const help = path.join(dist, 'help')
const helpStamp = path.join(dist, '.help-sources')

/** Asset files of the last build, and where they wait during the next one. */
const list = path.join(dist, '.assets.json')
const aside = path.join(root, 'web/.assets')

/** Pages with a budget: the JavaScript loaded before the page is usable, in KiB after gzip. */
const budgets: readonly Budget[] = [
  { page: 'sign-in', modules: ['src/access/entry/LoginPage.tsx'], budgetKiB: 160 },
  {
    page: 'customer list',
    modules: ['src/app/ShellLayout.tsx', 'src/customer/list/CustomerListPage.tsx'],
    budgetKiB: 268,
  },
  // Added to the entry: the chart library, fetched with the first chart.
  { page: 'first chart', modules: ['src/ui/chart/ChartCanvas.tsx'], budgetKiB: 340, hasCharts: true },
]

interface Budget {
  readonly page: string
  readonly modules: readonly string[]
  readonly budgetKiB: number
  /** All other pages must not load the chart library. */
  readonly hasCharts?: boolean
}

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
}

const clientSources = ['web/{src,public,worker}/**/*', 'web/*.{html,json,ts}', 'contract/src/**/*']

function hashSources(patterns: readonly string[]): string {
  const hash = createHash('sha256')
  const all = [...patterns, 'package-lock.json', 'scripts/build.ts']
  for (const file of globSync(all, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted())
    hash.update(path.relative(root, file)).update(readFileSync(file))
  return hash.digest('hex')
}

/** Writes Brotli and gzip versions beside each text file: the server sends the one that the browser accepts. */
async function compress(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,html,svg,json}', { cwd: folder }).map((file) =>
    path.join(folder, file),
  )
  await Promise.all(
    files.map(async (file) => {
      const text = readFileSync(file)
      if (text.length < 1024) return
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(text, { params }))
      writeFileSync(`${file}.gz`, await promisify(gzip)(text, { level: 9 }))
    }),
  )
}

const assets = path.join(dist, 'assets')

/** Moves the last build's assets away: tabs that are open during a deployment still ask for them. */
function setAside(): void {
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside)
  const last = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as string[]) : []
  for (const name of last)
    if (existsSync(path.join(assets, name))) renameSync(path.join(assets, name), path.join(aside, name))
}

/** Adds the files set aside to the new build, which lists its own. So a file stays for one build after its last. */
function keepAside(): void {
  const built = readdirSync(assets)
  writeFileSync(list, JSON.stringify(built))
  for (const name of readdirSync(aside))
    if (!built.includes(name)) renameSync(path.join(aside, name), path.join(assets, name))
  rmSync(aside, { recursive: true })
}

/** All files that the entry and these modules load statically. */
function filesOf(manifest: Record<string, Chunk>, modules: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the build: correct the budgets in scripts/build.ts`)
    if (seen.has(chunk.file)) return
    seen.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) visit(key)
  for (const key of modules) visit(key)
  return seen
}

/** Finds files that load each other in a circle: one of them would run before what it needs exists. */
function findCircle(manifest: Record<string, Chunk>): readonly string[] {
  const done = new Set<string>()
  const visit = (key: string, way: readonly string[]): readonly string[] => {
    if (way.includes(key)) return [...way.slice(way.indexOf(key)), key]
    if (done.has(key)) return []
    for (const imported of manifest[key]?.imports ?? []) {
      const circle = visit(imported, [...way, key])
      if (circle.length > 0) return circle
    }
    done.add(key)
    return []
  }
  return (
    Object.keys(manifest)
      .map((key) => visit(key, []))
      .find((circle) => circle.length > 0) ?? []
  )
}

function checkCircles(manifest: Record<string, Chunk>): boolean {
  const circle = findCircle(manifest)
  if (circle.length > 0)
    process.stdout.write(`  ${circle.map((key) => manifest[key]?.file).join(' loads ')}\n`)
  return circle.length === 0
}

async function checkBudgets(manifest: Record<string, Chunk>): Promise<boolean> {
  let within = true
  for (const { page, modules, budgetKiB, hasCharts = false } of budgets) {
    const files = [...filesOf(manifest, modules)].filter((file) => file.endsWith('.js'))
    if (files.some((file) => file.startsWith('assets/charts-')) !== hasCharts) {
      within = false
      process.stdout.write(`  ${page}: ${hasCharts ? 'draws no charts' : 'loads what draws charts'}\n`)
    }
    const sizes = await Promise.all(
      files.map(
        async (file) => (await promisify(gzip)(readFileSync(path.join(dist, file)), { level: 9 })).length,
      ),
    )
    const sizeKiB = sizes.reduce((sum, size) => sum + size, 0) / 1024
    const fits = sizeKiB <= budgetKiB
    within &&= fits
    process.stdout.write(
      `  ${page}: ${sizeKiB.toFixed(1)} KiB of JavaScript after gzip, budget ${budgetKiB}${fits ? '' : ': OVER'}\n`,
    )
  }
  return within
}

/** Whether the browsers of web/browsers.ts have everything that the built files use. */
async function checkBrowsers(): Promise<boolean> {
  const { newerInScript, newerInStyles } = await import('./browsers/check.ts')
  const problems = (JSON.parse(readFileSync(list, 'utf8')) as string[])
    .filter((name) => !name.startsWith('polyfills-'))
    .flatMap((name) => {
      const read = (): string => readFileSync(path.join(assets, name), 'utf8')
      const newer = name.endsWith('.js')
        ? newerInScript(name, read())
        : name.endsWith('.css')
          ? newerInStyles(read())
          : []
      return newer.map((what) => `  ${name}: a browser of web/browsers.ts lacks ${what}\n`)
    })
  process.stdout.write(problems.join(''))
  return problems.length === 0
}

/** Whether the sources are those of the last build; stops if they are not and `web/dist` cannot be written. */
function isFresh(file: string, sources: string): boolean {
  if (existsSync(file) && readFileSync(file, 'utf8') === sources) return true
  try {
    accessSync(existsSync(dist) ? dist : path.dirname(dist), fileModes.W_OK)
  } catch {
    process.stderr.write(
      `${dist} cannot be written: the web client is built there. Make the folder writable, or build it elsewhere.\n`,
    )
    process.exit(1)
  }
  rmSync(file, { force: true })
  return false
}

const sources = hashSources(clientSources)
if (!isFresh(stamp, sources)) {
  setAside()
  await build({ configFile: path.join(root, 'web/vite.config.ts'), logLevel: 'warn' })
  await compress(dist)
  keepAside()
  process.stdout.write('Web client built:\n')
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const checks = [await checkBudgets(manifest), checkCircles(manifest), await checkBrowsers()]
  if (checks.includes(false)) process.exit(1)
  writeFileSync(stamp, sources)
}
// Vite has emptied the folder, with this stamp.
const helpSources = hashSources(siteSources)
if (!isFresh(helpStamp, helpSources)) {
  writeSite(help)
  await compress(help)
  writeFileSync(helpStamp, helpSources)
}

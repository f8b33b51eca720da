import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { offerHelp } from '../../server/src/platform/config/help.ts'
import { release } from '../../server/src/platform/config/release.ts'
import { root, runStep } from '../steps.ts'
import { copyPackages, productionPackages } from './packages.ts'
import { makeLicences, makeSbom } from './papers.ts'

/** Makes the archive of a release in `dist`: the same commit on the same kind of machine makes the same bytes. */

offerHelp(`Usage: npm run release
Builds dist/showroom-VERSION-linux-ARCH.tar.gz: client, server, production packages, Node and PostgreSQL for this kind
of machine, with checksums, licences and SBOM. It runs without npm; docs/deploy.md has the steps.`)

const mostMegabytes = 150

const name = `showroom-${release}-linux-${process.arch}`
const dist = path.join(root, 'dist')
const folder = path.join(dist, name)
const archive = `${folder}.tar.gz`

/** Copies what git would: no test, nothing that starts with a dot. */
function copy(place: string): void {
  const isWanted = (source: string): boolean =>
    !/\/(?:\.|node_modules$)|\.test\.ts$/.test(source.slice(root.length))
  cpSync(path.join(root, place), path.join(folder, place), { recursive: true, filter: isWanted })
}

/** The files of this build alone; `web/dist` also keeps those of the one before. */
function dropFormerAssets(): void {
  const built = JSON.parse(readFileSync(path.join(root, 'web/dist/.assets.json'), 'utf8')) as string[]
  const files = new Set(built)
  for (const file of globSync('web/dist/assets/*', { cwd: folder }))
    if (!files.has(path.basename(file))) rmSync(path.join(folder, file))
}

function copyNode(): void {
  const program = path.join(root, `node_modules/node-linux-${process.arch}/bin/node`)
  mkdirSync(path.join(folder, 'bin'))
  cpSync(program, path.join(folder, 'bin/node'))
}

const write = (file: string, text: string): void => writeFileSync(path.join(folder, file), text)
const sumOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** One line a file, as `sha256sum --check` reads them. */
function writeSums(): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  write(
    'SHA256SUMS',
    files
      .toSorted()
      .map((file) => `${sumOf(path.join(folder, file))}  ${file}\n`)
      .join(''),
  )
}

function pack(made: Date): void {
  const settings = [
    '--sort=name',
    `--mtime=${made.toISOString()}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rw,go+rX,go-w',
  ]
  execFileSync('tar', [...settings, '--use-compress-program=gzip -9n', '-cf', archive, '-C', dist, name])
  writeFileSync(`${archive}.sha256`, `${sumOf(archive)}  ${path.basename(archive)}\n`)
}

const { ok } = await runStep({ name: 'build', program: '../../scripts/build.ts', args: [] }, { quiet: false })
if (!ok) process.exit(1)
/** The commit's time: files are dated by it. */
const made = new Date(Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root })) * 1000)

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const place of [
  'package.json',
  'LICENSE',
  'README.md',
  'README.zh-CN.md',
  'CHANGELOG.md',
  'docs',
  'deploy',
  'contract',
  'server',
  'web/dist',
])
  copy(place)
dropFormerAssets()
const all = await productionPackages()
const served = (await productionPackages('@showroom/server')).filter(
  ({ name: one }) => !one.startsWith('node-linux'),
)
copyPackages(served, folder)
mkdirSync(path.join(folder, 'node_modules/@showroom'))
symlinkSync('../../contract', path.join(folder, 'node_modules/@showroom/contract'))
copyNode()
cpSync(path.join(import.meta.dirname, 'showroom'), path.join(folder, 'showroom'))
chmodSync(path.join(folder, 'showroom'), 0o755)
const sbom = await makeSbom(all, made)
write('sbom.cdx.json', `${JSON.stringify(sbom, undefined, 2)}\n`)
write('LICENSES.txt', makeLicences(all, sbom))
writeSums()
pack(made)
const megabytes = statSync(archive).size / 1e6
process.stdout.write(
  `${path.relative(root, archive)}: ${megabytes.toFixed(1)} MB, ${sbom.components.length} components\n`,
)
if (megabytes > mostMegabytes) {
  process.stderr.write(`It is larger than ${mostMegabytes} MB.\n`)
  process.exitCode = 1
}

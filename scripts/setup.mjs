/**
 * Prepares a fresh clone. Plain JavaScript for the system's Node 20: everything after it runs on the Node 24 that
 * `npm ci` installs. `--test` also installs Chromium and a Chinese font.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bringBrowser } from './browser.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const stamp = path.join(root, 'node_modules/.cache/setup')

function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options }).status === 0
}

function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

/** Fails early with a short message, where npm would print a long one. */
function requireWritable() {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    fail(
      `${root} cannot be written: the packages are installed there. Make it writable, or clone it to a folder of your own.`,
    )
  }
}

function installPackages() {
  const lockHash = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash) return
  requireWritable()
  if (!run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])) fail('npm ci failed; see above.')
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, lockHash)
}

if (Number(process.versions.node.split('.')[0]) < 20) fail('Showroom needs Node 20 or newer.')
installPackages()
if (process.argv.includes('--test') && !bringBrowser(root))
  fail(
    'The browser journeys need chromium and fonts-wqy-microhei, and apt-get could not fetch them; see above.',
  )

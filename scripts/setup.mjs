/**
 * Makes a fresh clone ready. Plain JavaScript for the system's Node 20: everything after it runs on the Node 24 that `npm ci` brings.
 * `--test` also looks for Chromium and a Chinese font.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const stamp = path.join(root, 'node_modules/.cache/setup')

function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options }).status === 0
}

function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

/** Told before npm tells it at length. */
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
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  requireWritable()
  if (!run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])) fail('npm ci failed; see above.')
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

/** Chromium for the browser journeys, and a font without which Chinese is boxes. */
function installBrowser() {
  const missing = []
  if (!process.env.CHROMIUM && !existsSync('/usr/bin/chromium')) missing.push('chromium')
  if (!existsSync('/usr/share/fonts/truetype/wqy/wqy-microhei.ttc')) missing.push('fonts-wqy-microhei')
  if (missing.length === 0) return
  const how = `apt-get install -y --no-install-recommends ${missing.join(' ')}`
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, 'apt-get', '-q', ...args]
    return run(command, rest, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  process.stdout.write(`Installing ${missing.join(' and ')} for the browser journeys\n`)
  if (!apt('update') || !apt('install', '-y', '--no-install-recommends', ...missing))
    fail(`The browser journeys need ${missing.join(' and ')}. Run as root: ${how}`)
}

if (Number(process.versions.node.split('.')[0]) < 20) fail('Showroom needs Node 20 or newer.')
installPackages()
if (process.argv.includes('--test')) installBrowser()

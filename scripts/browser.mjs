/**
 * Installs Chromium and a Chinese font for the browser journeys. Plain JavaScript for the system's Node 20, as
 * setup.mjs. With root or passwordless sudo it installs Debian's packages; otherwise it unpacks the same packages
 * into a folder of this clone.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A file of each package; headless Chromium suffices, as no window is needed. */
const system = {
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  'fonts-wqy-microhei': '/usr/share/fonts/truetype/wqy/wqy-microhei.ttc',
}

/** Folder of the unpacked packages; `e2e/tools/chromium.ts` starts the `chromium` of this folder if it exists. */
const folderOf = (root) => path.join(root, 'node_modules/.cache/browser')

const run = (command, args, options = {}) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options }).status === 0

/** Installs or unpacks missing packages. Returns false if neither works; apt has printed the reason. */
export function bringBrowser(root) {
  const hasOther = process.env.CHROMIUM || existsSync('/usr/bin/chromium')
  const missing = Object.keys(system).filter(
    (name) => !existsSync(system[name]) && !(hasOther && name.startsWith('chromium')),
  )
  const folder = folderOf(root)
  if (missing.length === 0 || existsSync(path.join(folder, 'chromium'))) return true
  process.stdout.write(`Fetching ${missing.join(' and ')} for the browser journeys\n`)
  return install(missing) || unpack(missing, folder)
}

function install(packages) {
  const isRoot = process.getuid?.() === 0
  const sudo = isRoot ? [] : ['sudo', '-n']
  if (!isRoot && !run('sudo', ['-n', 'true'], { stdio: 'ignore' })) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, 'apt-get', '-q', ...args]
    return run(command, rest, { env })
  }
  return apt('update') && apt('install', '-y', '--no-install-recommends', ...packages)
}

/**
 * Runs apt without root, with separate lists and archives: it resolves the missing packages, checks signatures and
 * downloads.
 */
function unpack(packages, folder) {
  const parts = `${folder}.new`
  rmSync(parts, { recursive: true, force: true })
  for (const name of ['lists/partial', 'archives/partial', 'root'])
    mkdirSync(path.join(parts, name), { recursive: true })
  const own = {
    'Dir::State': parts,
    'Dir::State::lists': path.join(parts, 'lists'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': parts,
    'Dir::Cache::archives': path.join(parts, 'archives'),
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': '',
    // The hooks of the machine's own configuration need root.
    'APT::Update::Post-Invoke': '',
    'APT::Update::Post-Invoke-Success': '',
    'Binary::apt-get::APT::Keep-Downloaded-Packages': 'true',
  }
  const options = Object.entries(own).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  const apt = (...args) => run('apt-get', ['-q', ...options, ...args])
  if (!apt('update')) return false
  if (!apt('install', '-y', '--no-install-recommends', '--download-only', ...packages)) return false
  const archives = path.join(parts, 'archives')
  for (const file of readdirSync(archives).filter((name) => name.endsWith('.deb')))
    if (!run('dpkg-deb', ['-x', path.join(archives, file), path.join(parts, 'root')])) return false
  for (const name of ['archives', 'lists', 'pkgcache.bin', 'srcpkgcache.bin'])
    rmSync(path.join(parts, name), { recursive: true, force: true })
  writeFileSync(path.join(parts, 'fonts.conf'), fonts)
  writeFileSync(path.join(parts, 'chromium'), starter)
  chmodSync(path.join(parts, 'chromium'), 0o755)
  rmSync(folder, { recursive: true, force: true })
  renameSync(parts, folder)
  return true
}

/** Starts the unpacked Chromium, or the machine's if only the font was missing. */
const starter = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
for lib in "$here"/root/usr/lib/*-linux-gnu/*/ "$here"/root/usr/lib/*-linux-gnu "$here"/root/lib/*-linux-gnu; do
  LD_LIBRARY_PATH="$lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
done
export LD_LIBRARY_PATH FONTCONFIG_FILE="$here/fonts.conf"
own="$here/root/usr/lib/chromium/chromium-headless-shell"
[ -x "$own" ] || own=/usr/bin/chromium-headless-shell
[ -x "$own" ] || own="\${CHROMIUM:-/usr/bin/chromium}"
exec "$own" "$@"
`

const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <include ignore_missing="yes" prefix="relative">root/usr/share/fontconfig/conf.avail/45-latin.conf</include>
  <include ignore_missing="yes" prefix="relative">root/usr/share/fontconfig/conf.avail/60-latin.conf</include>
  <include ignore_missing="yes" prefix="relative">root/usr/share/fontconfig/conf.avail/65-nonlatin.conf</include>
  <dir prefix="relative">root/usr/share/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

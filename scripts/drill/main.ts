import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { offerHelp } from '../../server/src/platform/config/help.ts'
import { release } from '../../server/src/platform/config/release.ts'
import { root } from '../steps.ts'
import { away } from './acts/away.ts'
import { backup } from './acts/backup.ts'
import { full } from './acts/full.ts'
import { hang } from './acts/hang.ts'
import { install } from './acts/install.ts'
import type { Former, Installation } from './acts/install.ts'
import { patroni } from './acts/patroni.ts'
import { readOnly } from './acts/read-only.ts'
import { rolling } from './acts/rolling.ts'
import { rotate } from './acts/rotate.ts'
import { secret } from './acts/secret.ts'
import { fillFormer, upgrade } from './acts/upgrade.ts'
import { Stage } from './stage.ts'

/** `npm run drill`: an operator's work with the archive of `npm run release`, unattended. Each act is a file of `acts`. */

/** Tasks of minutes that run beside the acts. The first call of each begins it. */
interface Aside {
  readonly former: () => Promise<Former>
  readonly backup: () => Promise<void>
}

type Act = (stage: Stage, installation: Installation, aside: Aside) => Promise<Installation>

/** In their order. Each returns the installation that it leaves: two instances of this release behind the proxy. */
const acts: Readonly<Record<string, Act>> = {
  rolling,
  secret,
  full,
  upgrade: async (stage, installation, aside) => upgrade(stage, installation, await aside.former()),
  // It has ended before patroni, which measures seconds.
  backup: async (_, installation, aside) => {
    await aside.backup()
    return installation
  },
  patroni,
  'read-only': readOnly,
  away,
  rotate,
  hang,
}

const usage = `Usage: npm run drill [-- --act NAMES] [--port N]
An empty user and an empty PostgreSQL of Debian; the archive of npm run release unpacked; a network from a workbook;
two instances behind nginx; then each act, the backup beside others: ${Object.keys(acts).join(', ')}. Prints each number; exit code 1 after a fault.
As root it installs missing packages of Debian (such as postgresql, nginx-light, pgbackrest, patroni) and makes a system user for its time.
  --act   only these acts, separated by commas, after the installation
  --port  first of twenty free ports (3900)`

offerHelp(usage)
const { values } = parseArgs({
  options: { act: { type: 'string' }, port: { type: 'string', default: '3900' } },
})
const archive = path.join(root, `dist/showroom-${release}-linux-${process.arch}.tar.gz`)
const names = values.act?.split(',') ?? Object.keys(acts)
const chosen = Object.entries(acts).filter(([name]) => names.includes(name))
if (chosen.length < names.length || !existsSync(archive)) {
  process.stderr.write(
    chosen.length < names.length ? `${usage}\n` : `${archive} is missing: run npm run release first.\n`,
  )
  process.exit(1)
}

/** Begins aside what the chosen acts wait for. */
function begin(stage: Stage, installation: Installation): Aside {
  const once = <Result>(task: () => Promise<Result>): (() => Promise<Result>) => {
    let running: Promise<Result> | undefined
    return () => (running ??= stage.aside(task))
  }
  const former = once(() => fillFormer(stage, installation))
  const backups = once(() => backup(stage, installation))
  if (names.includes('upgrade')) void former()
  if (names.includes('backup')) void backups()
  return { former, backup: backups }
}

const began = performance.now()
const stage = new Stage(Number(values.port))
try {
  let installation = await install(stage, archive, release)
  const aside = begin(stage, installation)
  for (const [name, act] of chosen) {
    const beganAct = performance.now()
    installation = await act(stage, installation, aside)
    stage.say(`  ${name} took ${((performance.now() - beganAct) / 60_000).toFixed(1)} min`)
  }
  stage.measure('minutes in all', (performance.now() - began) / 60_000, 'min', { most: 18 })
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`)
  stage.fail()
} finally {
  await stage.strike()
}
if (stage.faults > 0) process.exitCode = 1
process.stdout.write(`${stage.faults} faults\n`)
